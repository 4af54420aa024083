"""Every way to a secured broker and registry, once each, through a whole pipeline.

Each case moves ten records from a source to a sink; a case with wrong credentials must be refused
with the reason, and no secret may be printed.
"""

import os

from harness import (BROKERS, REGISTRY, build, check, create_topic, encode, main, produce, read_topic,
                     register, run, unique)

CERTS = os.environ["DDL2C_TEST_CERTS"]
USER = os.environ["DDL2C_TEST_USER"]
PASSWORD = os.environ["DDL2C_TEST_PASSWORD"]
TOKEN = os.environ["DDL2C_TEST_TOKEN"]
CA = f"{CERTS}/ca.pem"
SCHEMA = {"type": "record", "name": "r", "fields": [{"name": "n", "type": ["null", "long"],
                                                     "default": None}]}


def x(**properties):
    flags = []
    for key, value in properties.items():
        flags += ["-X", f"{key.replace('_', '.')}={value}"]
    return flags


def sasl(mechanism, password=PASSWORD):
    return x(security_protocol="sasl_ssl", ssl_ca_location=CA, sasl_mechanism=mechanism,
             sasl_username=USER, sasl_password=password)


def brokers(listener):
    return ["--brokers", os.environ[f"DDL2C_TEST_BROKERS{listener}"]]


PLAIN_BROKERS = ["--brokers", BROKERS]
PLAIN_REGISTRY = ["--registry", REGISTRY]
TLS_REGISTRY = ["--registry", os.environ["DDL2C_TEST_REGISTRY_TLS"], "--registry-ca", CA]
MTLS_REGISTRY = ["--registry", os.environ["DDL2C_TEST_REGISTRY_MTLS"], "--registry-ca", CA]

ACCEPTED = {
    "tls": brokers("_TLS") + x(security_protocol="ssl", ssl_ca_location=CA) + PLAIN_REGISTRY,
    "mtls": brokers("_MTLS") + x(security_protocol="ssl", ssl_ca_location=CA,
                                 ssl_certificate_location=f"{CERTS}/client.crt",
                                 ssl_key_location=f"{CERTS}/client.key") + PLAIN_REGISTRY,
    "sasl-plain": brokers("_SASL_TLS") + sasl("PLAIN") + PLAIN_REGISTRY,
    "sasl-scram-256": brokers("_SASL_TLS") + sasl("SCRAM-SHA-256") + PLAIN_REGISTRY,
    "sasl-scram-512": brokers("_SASL_TLS") + sasl("SCRAM-SHA-512") + PLAIN_REGISTRY,
    "sasl-without-tls": brokers("_SASL") + x(
        security_protocol="sasl_plaintext", sasl_mechanism="SCRAM-SHA-512", sasl_username=USER,
        sasl_password=PASSWORD) + PLAIN_REGISTRY,
    "registry-basic-tls": PLAIN_BROKERS + TLS_REGISTRY + ["--registry-user", f"{USER}:{PASSWORD}"],
    "registry-bearer-tls": PLAIN_BROKERS + TLS_REGISTRY + ["--registry-token", TOKEN],
    "registry-mtls": PLAIN_BROKERS + MTLS_REGISTRY + [
        "--registry-cert", f"{CERTS}/client.crt", "--registry-key", f"{CERTS}/client.key"],
}

REFUSED = {
    "registry-wrong-password": (PLAIN_BROKERS + TLS_REGISTRY +
                                ["--registry-user", f"{USER}:not-this-secret"], "401"),
    "registry-unknown-ca": (PLAIN_BROKERS + ["--registry", os.environ["DDL2C_TEST_REGISTRY_TLS"],
                                             "--registry-user", f"{USER}:{PASSWORD}"],
                            "certificate"),
}


def pipeline(name):
    source, sink = unique(f"secure_{name}_in"), unique(f"secure_{name}_out")
    create_topic(source)
    number = register(f"{source}-value", SCHEMA)
    produce(source, [encode(number, SCHEMA, {"n": n}) for n in range(10)])
    binary = build(f"""
        CREATE TABLE `{source}` (n BIGINT) DISTRIBUTED INTO 1 BUCKETS
          WITH ('scan.bounded.mode' = 'latest-offset');
        CREATE TABLE `{sink}` (n BIGINT) DISTRIBUTED INTO 1 BUCKETS;
        INSERT INTO `{sink}` SELECT n FROM `{source}`;
    """, f"secure-{name}")
    return binary, sink


def no_secret(text):
    for secret in (PASSWORD, TOKEN, "not-this-secret"):
        check(secret not in text, f"a secret is printed:\n{text}")


def accepted():
    for name, flags in ACCEPTED.items():
        binary, sink = pipeline(name)
        done = run(binary, "--name", unique(name), env_flags=flags)
        check(done.returncode == 0, f"{name}: exit {done.returncode}\n{done.stderr}")
        check(len(read_topic(sink)) == 10, f"{name}: ten records arrive")
        no_secret(done.stdout + done.stderr)
        print(f"  {name} ok", flush=True)


def refused():
    for name, (flags, reason) in REFUSED.items():
        binary, _ = pipeline(name)
        done = run(binary, "--name", unique(name), env_flags=flags)
        check(done.returncode == 3, f"{name}: exit {done.returncode}\n{done.stderr}")
        check(reason in done.stderr, f"{name}: the reason {reason} is named:\n{done.stderr}")
        no_secret(done.stdout + done.stderr)
        print(f"  {name} ok", flush=True)


if __name__ == "__main__":
    main([accepted, refused])
