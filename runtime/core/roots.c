#include "core/internal.h"

#include <stdlib.h>
#include <unistd.h>

const char *rt_system_roots(void)
{
    static const char *const files[] = {"/etc/ssl/certs/ca-certificates.crt",
        "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem", "/etc/ssl/ca-bundle.pem"};
    const char *named = getenv("SSL_CERT_FILE");

    if (named && *named)
        return named;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (access(files[i], R_OK) == 0)
            return files[i];
    return NULL;
}
