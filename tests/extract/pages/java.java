package com.example.routes;

import java.util.List;
import java.util.Map.Entry;
import static java.util.Objects.requireNonNull;
import java.io.*;

/** Routes requests. */
@Service
public final class Router<T extends Handler> extends BaseRouter implements Matcher<T>, Closeable {
    /** The most. */
    public static final int MAX_DEPTH = 8;
    private final List<Route> routes, spare = new ArrayList<>();

    static { COUNT = 1; }

    public Router(List<Route> routes) {
        super(routes);
        this.routes = routes;
    }

    @Override
    public Route match(Request request, int... depths) throws NotFound {
        int depth = depths.length, limit;
        for (Route route : routes) {
            if (route.matches(request) && route instanceof Special s) {
                return route;
            }
        }
        try (Reader reader = open()) {
            Router.<String>log(reader::read);
        } catch (IOException | RuntimeException e) {
            throw new NotFound(e);
        }
        routes.forEach((a) -> a.close());
        Runnable r = () -> new Object() { void inner() {} };
        return null;
    }

    abstract static class Node {
        abstract void visit();
    }

    enum Color implements Named {
        RED("r"), GREEN { void shade() {} };
        private final String code;
        Color(String code) { this.code = code; }
    }

    record Point(int x, int y) implements Named {
        static Point origin() { return new Point(0, 0); }
        Point { requireNonNull(x); }
    }
}

interface Matcher<T> extends Named, Other {
    int LIMIT = 3;
    T match(Request request);
    default String name() { return ""; }
}

@interface Service {
    String value() default "";
}
