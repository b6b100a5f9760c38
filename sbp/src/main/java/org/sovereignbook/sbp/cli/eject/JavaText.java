package org.sovereignbook.sbp.cli.eject;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A Java source of this house cut into its parts, as far as google-java-format makes that a matter
 * of lines: package, imports, and the one top-level type with its comment.
 */
record JavaText(String packageName, SortedSet<String> imports, List<String> type) {
  private static final String PACKAGE = "package ";
  private static final String IMPORT = "import ";

  static JavaText parse(String source) {
    String packageName = "";
    SortedSet<String> imports = new TreeSet<>();
    List<String> type = new ArrayList<>();
    for (String line : source.lines().toList()) {
      if (type.isEmpty() && line.startsWith(PACKAGE)) {
        packageName = line.substring(PACKAGE.length(), line.length() - 1);
      } else if (type.isEmpty() && line.startsWith(IMPORT)) {
        imports.add(line);
      } else if (!type.isEmpty() || !line.isBlank()) {
        type.add(line);
      }
    }
    return new JavaText(packageName, imports, List.copyOf(type));
  }

  /** As a type of a file that need not be named after it. */
  List<String> typeOfAnyFile() {
    return type.stream()
        .map(line -> line.startsWith("public ") ? line.substring("public ".length()) : line)
        .toList();
  }

  /** The same, with members put before those that are there. */
  List<String> typeWith(List<String> members) {
    int brace = 0;
    while (!isTypeBegin(brace)) {
      brace++;
    }
    List<String> all = typeOfAnyFile();
    List<String> lines = new ArrayList<>(all.subList(0, brace + 1));
    lines.addAll(members);
    lines.addAll(all.subList(brace + 1, all.size()));
    return lines;
  }

  private boolean isTypeBegin(int line) {
    boolean isComment = type.get(line).startsWith("/*") || type.get(line).startsWith(" *");
    return !isComment && type.get(line).endsWith("{");
  }
}
