/* Routes requests. */
#include <stdio.h>
#include "router.h"

#define MAX_DEPTH 8
#define SQUARE(x) ((x) * (x))

typedef unsigned long size_type;
typedef struct route route_t;
typedef int (*handler_fn)(route_t *, void *arg);
typedef struct { int x, y; } point;
typedef enum color { RED, GREEN = 2 } color_t;

/* One route. */
struct route {
    const char *path;
    struct route *next;
    handler_fn handler;
    int (*match)(const char *path);
    unsigned flags : 3, spare : 5;
    char name[MAX_DEPTH];
    union { int i; float f; } value;
};

union bits { int i; float f; };

extern int verbose;
static int count = 0, *table[MAX_DEPTH];
static struct route routes[] = { { .path = "/" } };
const char *const names[] = { "a" };

int route_match(const struct route *r, const char *path);
static char *copy(const char *s);
void (*signal_hook(int sig, void (*fn)(int)))(int);

/* Finds a route. */
static struct route *find(struct route *first, const char *path, int n[static 4])
{
    struct route *r = first, *last;
    for (int i = 0; i < MAX_DEPTH; i++) {
        if (r->match && r->match(path)) goto done;
        count += SQUARE(i);
        last = r = r->next;
    }
done:
    printf("%zu\n", sizeof(struct route));
    return (struct route *)r;
}

int
main(int argc, char **argv)
{
    int local(void);
    point p = { .x = 1 };
    p.y = route_match(find(&routes[0], argv[1], 0), "x");
    enum color c = RED;
    return c;
}

#ifdef DEBUG
void debug(void) { puts("debug"); }
#endif
