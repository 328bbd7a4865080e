<?php
namespace App\Routes;

use App\Base\{Router as BaseRouter, Matcher};
use Psr\Log\LoggerInterface;
use function strlen;

const MAX_DEPTH = 8;
define('LIMIT', 3);

interface HasName extends \Stringable { const PREFIX = 'x'; public function name(): string; }

trait Loggable {
    protected ?LoggerInterface $logger = null;
    public function log(string $line): void { $this->logger->info($line); }
}

enum Color: string implements HasName {
    case Red = 'r';
    case Green = 'g';
    public function name(): string { return self::Red->value; }
}

/** Routes. */
#[Service]
abstract class Router extends BaseRouter implements Matcher, HasName
{
    use Loggable;
    const DEPTH = 1, WIDTH = 2;
    public static int $count = 0;
    private array $routes, $spare;

    public function __construct(private readonly string $name, protected int $limit = 3) {
        parent::__construct();
    }

    #[Route('/')]
    public static function make(array $options = []): static {
        return new static(...$options);
    }

    abstract protected function match(string $path): ?Route;

    public function run() {
        $found = array_map(fn($x) => $x * 2, $this->routes);
        Router::make()->match("x");
        $anon = new class extends Base { public function inner() {} };
        return helper(strlen($found), new Route(MAX_DEPTH));
    }
}

function helper(int $x): int { return $x; }
