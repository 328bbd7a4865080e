package depot.store;

public interface Log {
  enum Level {
    INFO,
    WARNING
  }

  void write(Level level, String text);

  static Log silent() {
    return (level, text) -> {};
  }

  class Console implements Log {
    private final Level least;

    public Console(Level least) {
      this.least = least;
    }

    @Override
    public void write(Level level, String text) {
      if (level.compareTo(least) >= 0) {
        System.out.println(prefix(level) + text);
      }
    }

    private static String prefix(Level level) {
      switch (level) {
        case WARNING:
          return "! ";
        default:
          return "  ";
      }
    }
  }
}
