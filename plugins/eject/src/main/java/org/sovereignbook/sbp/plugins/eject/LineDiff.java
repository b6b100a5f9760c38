package org.sovereignbook.sbp.plugins.eject;

import java.util.ArrayList;
import java.util.List;

/** The differences of two texts, line by line, in the format of {@code diff -u}. Pure. */
final class LineDiff {
  private static final int CONTEXT_LINES = 3;

  private LineDiff() {}

  /** A line of either text with its position; a common line has both positions. */
  private record Line(char sign, String text, int before, int after) {}

  /** Returns the lines of the diff; none when the texts are equal. */
  static List<String> of(String before, String after) {
    List<Line> all = merge(before.lines().toList(), after.lines().toList());
    List<String> lines = new ArrayList<>();
    int next = 0;
    while (next < all.size()) {
      int changed = firstChange(all, next);
      if (changed == all.size()) {
        break;
      }
      int from = Math.max(next, changed - CONTEXT_LINES);
      int to = endOfHunk(all, changed);
      lines.addAll(hunk(all.subList(from, to)));
      next = to;
    }
    return lines;
  }

  private static int firstChange(List<Line> all, int from) {
    int line = from;
    while (line < all.size() && all.get(line).sign() == ' ') {
      line++;
    }
    return line;
  }

  /** Returns the end of a hunk; changes near each other share one. */
  private static int endOfHunk(List<Line> all, int firstChange) {
    int lastChange = firstChange;
    for (int line = firstChange;
        line < all.size() && line <= lastChange + 2 * CONTEXT_LINES;
        line++) {
      if (all.get(line).sign() != ' ') {
        lastChange = line;
      }
    }
    return Math.min(all.size(), lastChange + 1 + CONTEXT_LINES);
  }

  private static List<String> hunk(List<Line> lines) {
    List<String> printed = new ArrayList<>();
    long removed = lines.stream().filter(line -> line.sign() != '+').count();
    long added = lines.stream().filter(line -> line.sign() != '-').count();
    Line first = lines.getFirst();
    printed.add(
        "@@ -%d,%d +%d,%d @@".formatted(first.before() + 1, removed, first.after() + 1, added));
    lines.forEach(line -> printed.add(line.sign() + line.text()));
    return printed;
  }

  /** Merges both texts by their longest common subsequence. */
  private static List<Line> merge(List<String> before, List<String> after) {
    int[][] common = new int[before.size() + 1][after.size() + 1];
    for (int b = before.size() - 1; b >= 0; b--) {
      for (int a = after.size() - 1; a >= 0; a--) {
        common[b][a] =
            before.get(b).equals(after.get(a))
                ? common[b + 1][a + 1] + 1
                : Math.max(common[b + 1][a], common[b][a + 1]);
      }
    }
    List<Line> lines = new ArrayList<>();
    int b = 0;
    int a = 0;
    while (b < before.size() || a < after.size()) {
      if (b < before.size() && a < after.size() && before.get(b).equals(after.get(a))) {
        lines.add(new Line(' ', before.get(b), b++, a++));
      } else if (a == after.size() || (b < before.size() && common[b + 1][a] >= common[b][a + 1])) {
        lines.add(new Line('-', before.get(b), b++, a));
      } else {
        lines.add(new Line('+', after.get(a), b, a++));
      }
    }
    return lines;
  }
}
