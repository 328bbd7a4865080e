#include <string>
#include "router.h"

#define MAX_DEPTH 8

namespace app::net {

using std::string;
using namespace std::chrono;
using Clock = steady_clock;
namespace fs = std::filesystem;
template <typename T> using Vec = std::vector<T>;

enum class Color : int { Red, Green = 2 };

class Route;

// A concept.
template <typename T>
concept Matcher = requires(T t) { t.match(); };

/// Routes.
template <typename T, int N = 4>
class Router final : public Base<T>, private virtual detail::Other {
 public:
  explicit Router(const string& name) : name_(name), depth_{N} {}
  Router(const Router&) = delete;
  virtual ~Router();
  Router& operator=(const Router& other);
  bool operator==(const Router& other) const { return name_ == other.name_; }
  operator bool() const;
  virtual void match(const string& path) const = 0;
  static int count();
  template <typename U> void visit(U&& visitor) { visitor(*this); }
  friend class Route;
  friend std::ostream& operator<<(std::ostream& out, const Router& r);

  struct Node {
    int depth = 0;
    Node *left, *right;
  };
  using value_type = T;
  enum { kSmall = 1 };

 private:
  static constexpr int kLimit = 3;
  string name_;
  int depth_, spare_;
  void (*hook_)(int);
  const Node* root() const;
};

struct Point : Base<int> { int x; auto get() -> int { return x; } };

union Bits { int i; float f; };

extern int verbose;
const int kMax = 4;
static std::map<string, int> table;
inline constexpr double kPi = 3.14;

template <typename T, int N>
Router<T, N>::~Router() { table.clear(); }

template <typename T>
T largest(T a, T b) { return a > b ? a : b; }

void declared(int a, char* b);

}  // namespace app::net

app::net::Route* app::net::Finder::find(const std::string& path, int limit) const {
  auto [key, value] = split(path);
  for (const auto& item : items_) {
    item.visit([&](int x, auto y) { return x + limit; });
  }
  if (auto it = map_.find(key); it != map_.end()) return it->second;
  Point p{1};
  auto ptr = std::make_unique<Router<int>>(path);
  this->depth_ = static_cast<int>(limit);
  throw NotFound(path);
}

bool Point::operator<(const Point& other) const { return x < other.x; }

namespace {
int helper() { return 0; }
}

extern "C" {
int c_entry(void);
void c_run() { helper(); }
}
