"""A broker that is not there at start, and one that goes away mid-run: waited for, nothing lost."""

from harness import (REGISTRY, Broker, build, check, log_of, main, partition_count, produce,
                     read_topic, start, stop, unique, wait_for)

def broker_away():
    broker = Broker()
    source, sink = unique("away_in"), unique("away_out")
    binary = build(f"""
        CREATE TABLE `{source}` (v STRING) DISTRIBUTED INTO 1 BUCKETS WITH ('value.format' = 'raw');
        CREATE TABLE `{sink}` (v STRING) DISTRIBUTED INTO 1 BUCKETS WITH ('value.format' = 'raw');
        INSERT INTO `{sink}` SELECT v FROM `{source}`;
    """, "away")
    flags = ["--brokers", broker.address, "--registry", REGISTRY]
    process = start(binary, "--name", unique("away"), "--commit-interval", "200 ms",
                    env_flags=flags)
    wait_for(lambda: broker.address in log_of(process), "a line about the broker that is away")
    check(process.poll() is None, f"it waits:\n{log_of(process)}")

    broker.up()
    try:
        wait_for(lambda: partition_count(source, broker.address),
                 f"the topics are made once the broker is there:\n{log_of(process)}")
        produce(source, [b"%d" % n for n in range(1000)], brokers=broker.address)
        wait_for(lambda: len(read_topic(sink, brokers=broker.address)) == 1000,
                 f"the first thousand:\n{log_of(process)}")

        broker.down()
        lines = len(log_of(process).splitlines())
        wait_for(lambda: len(log_of(process).splitlines()) > lines, "a line that it is away again")
        check(process.poll() is None, f"it waits:\n{log_of(process)}")
        broker.up()
        produce(source, [b"%d" % n for n in range(1000, 2000)], brokers=broker.address)
        wait_for(lambda: len(read_topic(sink, brokers=broker.address)) == 2000,
                 f"the second thousand:\n{log_of(process)}", 120)
        check(stop(process) == 0, f"exit 0:\n{log_of(process)}")
        values = {record.value() for record in read_topic(sink, brokers=broker.address)}
        check(len(values) == 2000, "each once")
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        broker.down(wipe=True)


if __name__ == "__main__":
    main([broker_away])
