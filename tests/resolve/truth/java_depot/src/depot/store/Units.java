package depot.store;

public enum Units {
  PIECE("pc", 1),
  KILOGRAM("kg", 1000) {
    @Override
    String plural() {
      return label();
    }
  },
  LITRE("l", 1000);

  private final String label;
  final int parts;

  Units(String label, int parts) {
    this.label = label;
    this.parts = parts;
  }

  public String label() {
    return label;
  }

  String plural() {
    return label + "s";
  }

  public static Units parse(String text) {
    for (Units unit : values()) {
      if (unit.label.equals(text)) {
        return unit;
      }
    }
    return PIECE;
  }
}
