#!/usr/bin/env perl
package App::Router;
use strict;
use parent 'App::Base';
use App::Route qw(match);
require App::Loader;

# The most.
use constant MAX_DEPTH => 8;
use constant { RED => 0, GREEN => 1 };
our $count = 0;
our @routes;
my $private = 1;

# Makes one.
sub new {
    my ($class, %args) = @_;
    my $self = bless { name => $args{name} }, $class;
    return $self;
}

sub match($path) {
    my $found = helper($path);
    $self->run(App::Route->new($path));
    App::Route::find($path);
    return $found;
}

package App::Other {
    sub inner { 1 }
}

has name => (is => 'ro');

1;
