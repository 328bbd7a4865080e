const std = @import("std");
const base = @import("./base.zig");

/// The most.
pub const max_depth: usize = 8;
var count: u32 = 0;

/// One router.
pub const Router = struct {
    name: []const u8,
    routes: std.ArrayList(Route) = undefined,

    const Self = @This();
    pub const empty = Router{ .name = "" };

    pub fn init(name: []const u8) !Router {
        var self = Router{ .name = name };
        const depth = base.depth(max_depth);
        try self.add(depth);
        return self;
    }

    fn add(self: *Self, x: usize) !void {
        self.count += x;
    }
};

const Color = enum { red, green, pub fn shade(self: Color) void { _ = self; } };
const Value = union(enum) { int: i64, float: f64 };
const RouteError = error{ NotFound, Gone };

fn helper(comptime T: type, x: T) T {
    return x;
}

export fn exported() void {}
extern "c" fn abs(x: c_int) c_int;

test "router works" {
    const r = try Router.init("x");
    try std.testing.expect(helper(u32, 1) == 1);
    _ = r;
}
