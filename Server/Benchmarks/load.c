// Clients of a server, many and cheap: one thread, and no memory for a connection beyond a small record.
//
//   load requests PORT CONNECTIONS COUNT REQUEST        sends the bytes of the file REQUEST COUNT times, one at a time on
//                                                       each connection, and prints the time and the statuses
//   load streams PORT COUNT STREAMS CHANGE              opens COUNT event streams with the requests of the file STREAMS in
//                                                       turn, then follows commands of its input: “change”, which sends
//                                                       the bytes of the file CHANGE and waits until each stream has an
//                                                       event; “reconnect”, which closes all and opens them again; “end”
//
// All times are in milliseconds; “cpu” is the processor time of this process. Streams come from 127.0.0.1, 127.0.0.2 and so on,
// because an address has too few ports.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { streams_per_address = 2000, buffer_size = 1 << 20 };

struct client {
    int socket;
    // Bytes that the current response still needs, or -1 within its head.
    long missing;
    int is_open;
    double arrived;
    // The last bytes of a head that isn't complete yet.
    int held;
    char head[2048];
};

static char buffer[buffer_size + 4096];
static struct sockaddr_in server;
static int poller;

static void fail(const char *what) {
    fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
    exit(1);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static double processor_time(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static char *contents(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file) fail(path);
    char *bytes = malloc(1 << 20);
    *size = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

// Connects from one of the loopback addresses and registers the client. Returns whether that succeeded.
static int connect_client(struct client *client, int index) {
    client->socket = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    if (client->socket < 0) fail("socket");
    int yes = 1;
    setsockopt(client->socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    setsockopt(client->socket, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &yes, sizeof yes);
    // Closing resets, so that no port waits.
    struct linger linger = {1, 0};
    setsockopt(client->socket, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
    struct sockaddr_in own = {.sin_family = AF_INET};
    own.sin_addr.s_addr = htonl(INADDR_LOOPBACK + index / streams_per_address);
    if (bind(client->socket, (struct sockaddr *)&own, sizeof own)) fail("bind");
    if (connect(client->socket, (struct sockaddr *)&server, sizeof server) && errno != EINPROGRESS) fail("connect");
    client->missing = -1;
    client->is_open = 0;
    client->arrived = 0;
    client->held = 0;
    struct epoll_event event = {.events = EPOLLIN | EPOLLOUT, .data.ptr = client};
    if (epoll_ctl(poller, EPOLL_CTL_ADD, client->socket, &event)) fail("epoll_ctl");
    return 1;
}

static void want_input(struct client *client) {
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = client};
    if (epoll_ctl(poller, EPOLL_CTL_MOD, client->socket, &event)) fail("epoll_ctl");
}

static void send_all(struct client *client, const char *bytes, size_t size) {
    if (send(client->socket, bytes, size, MSG_NOSIGNAL) != (ssize_t)size) fail("send");
}

static int compare(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return difference < 0 ? -1 : difference > 0;
}

// The length of a response's body.
static long body_length(const char *head) {
    const char *field = strcasestr(head, "\r\ncontent-length:");
    return field ? atol(field + 17) : 0;
}

static void requests(int connections, long count, const char *path) {
    size_t size;
    char *request = contents(path, &size);
    struct client *clients = calloc(connections, sizeof *clients);
    long statuses[1000] = {0}, sent = 0, received = 0;
    for (int i = 0; i < connections; i++) connect_client(&clients[i], 0);
    double start = now(), used = processor_time();
    while (received < count) {
        struct epoll_event events[256];
        int ready = epoll_wait(poller, events, 256, 20000);
        if (ready <= 0) fail("no response for 20 s");
        for (int i = 0; i < ready; i++) {
            struct client *client = events[i].data.ptr;
            if (!client->is_open) {
                client->is_open = 1;
                want_input(client);
                if (sent < count) { send_all(client, request, size); sent++; }
                continue;
            }
            ssize_t length = recv(client->socket, buffer, buffer_size, 0);
            if (length < 0 && errno == EAGAIN) continue;
            if (length <= 0) fail("the server closed a connection");
            if (client->missing < 0) {
                // A head is small and comes at once but for the first bytes of a connection.
                if (client->held + length > (long)sizeof client->head - 1 && client->held) fail("a long head");
                memmove(buffer + client->held, buffer, length);
                memcpy(buffer, client->head, client->held);
                length += client->held;
                buffer[length] = 0;
                char *end = strstr(buffer, "\r\n\r\n");
                if (!end) {
                    memcpy(client->head, buffer, length);
                    client->held = (int)length;
                    continue;
                }
                client->held = 0;
                int status = atoi(buffer + 9);
                statuses[status > 0 && status < 1000 ? status : 0]++;
                *end = 0;
                client->missing = (status == 304 || status == 204 ? 0 : body_length(buffer)) - (length - (end + 4 - buffer));
            } else {
                client->missing -= length;
            }
            if (client->missing > 0) continue;
            received++;
            client->missing = -1;
            if (sent < count) { send_all(client, request, size); sent++; }
        }
    }
    printf("time %.1f cpu %.1f", now() - start, processor_time() - used);
    for (int status = 0; status < 1000; status++)
        if (statuses[status]) printf(" status%d %ld", status, statuses[status]);
    printf("\n");
}

// Requests without bodies, sent in turn.
static struct {
    const char *bytes[8];
    size_t sizes[8];
    int count;
} stream_requests;

static void read_stream_requests(const char *path) {
    size_t size;
    const char *rest = contents(path, &size), *end = rest + size;
    while (rest < end && stream_requests.count < 8) {
        const char *next = memmem(rest, end - rest, "\r\n\r\n", 4);
        if (!next) fail("a request without an end");
        stream_requests.bytes[stream_requests.count] = rest;
        stream_requests.sizes[stream_requests.count++] = next + 4 - rest;
        rest = next + 4;
    }
}

// Waits until all streams are open, and prints the time since the start.
static void open_streams(struct client *clients, int count) {
    double start = now(), used = processor_time();
    int begun = 0, open = 0, connecting = 0;
    long refused = 0;
    while (open < count) {
        // As many at a time as a queue of the system has room for.
        while (begun < count && connecting < 2000) { connect_client(&clients[begun], begun); begun++; connecting++; }
        struct epoll_event events[1024];
        int ready = epoll_wait(poller, events, 1024, 20000);
        if (ready <= 0) fail("no stream opened for 20 s");
        for (int i = 0; i < ready; i++) {
            struct client *client = events[i].data.ptr;
            if (client->is_open == 0 && events[i].events & EPOLLOUT && !(events[i].events & EPOLLERR)) {
                client->is_open = 1;
                want_input(client);
                int turn = (client - clients) % stream_requests.count;
                send_all(client, stream_requests.bytes[turn], stream_requests.sizes[turn]);
                continue;
            }
            ssize_t length = recv(client->socket, buffer, buffer_size, 0);
            if (length < 0 && errno == EAGAIN) continue;
            if (length <= 0) {
                // As a client does that the server had no room for.
                close(client->socket);
                connect_client(client, (int)(client - clients));
                refused++;
                continue;
            }
            buffer[length] = 0;
            if (client->is_open == 1) {
                if (strncmp(buffer, "HTTP/1.1 200", 12)) { fprintf(stderr, "load: %.*s\n", (int)length, buffer); exit(1); }
                client->is_open = 2;
                connecting--;
                open++;
            }
        }
    }
    printf("streams %d time %.1f cpu %.1f refused %ld\n", count, now() - start, processor_time() - used, refused);
    fflush(stdout);
}

static void change(struct client *clients, int count, const char *path) {
    size_t size;
    char *request = contents(path, &size);
    for (int i = 0; i < count; i++) clients[i].arrived = 0;
    struct client own;
    connect_client(&own, 0);
    int arrived = 0;
    double start = now(), used = processor_time(), committed = 0;
    while (arrived < count || !committed) {
        struct epoll_event events[1024];
        int ready = epoll_wait(poller, events, 1024, 30000);
        if (ready <= 0) { fprintf(stderr, "load: %d of %d streams have the event\n", arrived, count); exit(1); }
        double time = now();
        for (int i = 0; i < ready; i++) {
            struct client *client = events[i].data.ptr;
            if (client == &own && !own.is_open) {
                own.is_open = 1;
                want_input(&own);
                start = now();
                send_all(&own, request, size);
                continue;
            }
            ssize_t length = recv(client->socket, buffer, buffer_size, 0);
            if (length < 0 && errno == EAGAIN) continue;
            if (length <= 0) fail(client == &own ? "the change has no effect" : "the server closed a stream");
            buffer[length] = 0;
            if (client == &own) {
                if (strncmp(buffer, "HTTP/1.1 200", 12)) { fprintf(stderr, "load: %s\n", buffer); exit(1); }
                committed = time;
            } else if (!client->arrived && strstr(buffer, "data: ")) {
                client->arrived = time;
                arrived++;
            }
        }
    }
    used = processor_time() - used;
    close(own.socket);
    double *times = malloc(count * sizeof *times);
    for (int i = 0; i < count; i++) times[i] = clients[i].arrived - start;
    qsort(times, count, sizeof *times, compare);
    printf("committed %.1f p50 %.1f p99 %.1f max %.1f cpu %.1f\n", committed - start, times[count / 2],
           times[(long)count * 99 / 100], times[count - 1], used);
    fflush(stdout);
    free(times);
    free(request);
}

static void streams(int count, const char *stream, const char *change_path) {
    read_stream_requests(stream);
    struct client *clients = calloc(count, sizeof *clients);
    open_streams(clients, count);
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        if (!strcmp(line, "change\n")) {
            change(clients, count, change_path);
        } else if (!strcmp(line, "reconnect\n")) {
            for (int i = 0; i < count; i++) close(clients[i].socket);
            open_streams(clients, count);
        } else if (!strcmp(line, "end\n")) {
            return;
        }
    }
}

int main(int count, char **arguments) {
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    poller = epoll_create1(0);
    if (count < 6) {
        fprintf(stderr, "load: see the first lines of load.c\n");
        return 2;
    }
    server.sin_family = AF_INET;
    server.sin_port = htons(atoi(arguments[2]));
    server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (!strcmp(arguments[1], "requests")) requests(atoi(arguments[3]), atol(arguments[4]), arguments[5]);
    else if (!strcmp(arguments[1], "streams")) streams(atoi(arguments[3]), arguments[4], arguments[5]);
    else return 2;
    return 0;
}
