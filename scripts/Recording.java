/// usr/bin/env jbang "$0" "$@" ; exit $?
// Runs a command and writes what it prints as an SVG that plays it, line after line, once.
//
//   scripts/jbang scripts/Recording.java OUT.svg COMMAND [ARGUMENT…]
//
// The recording on the README is made by
//   scripts/jbang scripts/Recording.java docs/demo-team.svg scripts/sbp demo team
//
// Pauses are shortened, lines are cut at the width of the picture, and the numbers in the names of
// temporary folders are left out. Who asked for less motion sees the last lines at once.
// JAVA 25+

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** See the first lines. */
class Recording {
  private static final int COLUMNS = 100;
  private static final int ROWS = 24;
  private static final int MAX_PAUSE_MS = 1_500;
  private static final int BEGIN_MS = 800;
  private static final double COLUMN_PX = 7.8;
  private static final int ROW_PX = 19;
  private static final int MARGIN_PX = 18;

  private record Line(long atMs, String text) {}

  private Recording() {}

  public static void main(String[] words) throws IOException, InterruptedException {
    if (words.length < 2) {
      System.err.println("usage: scripts/jbang scripts/Recording.java OUT.svg COMMAND [ARGUMENT…]");
      System.exit(2);
    }
    List<String> command = List.of(words).subList(1, words.length);
    List<Line> lines = new ArrayList<>(List.of(new Line(0, "$ " + typed(command))));
    int exit = record(command, lines);
    if (exit == 0) {
      Files.writeString(Path.of(words[0]), svg(typed(command), lines));
    }
    System.exit(exit);
  }

  /** Returns the command as a person who has installed it types it. */
  private static String typed(List<String> command) {
    return String.join(" ", command).replaceFirst("^\\S*/", "");
  }

  private static int record(List<String> command, List<Line> lines)
      throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    long shownMs = BEGIN_MS;
    long last = System.nanoTime();
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        long now = System.nanoTime();
        shownMs += Math.min(MAX_PAUSE_MS, (now - last) / 1_000_000);
        last = now;
        lines.add(new Line(shownMs, cut(line)));
        System.out.println(line);
      }
    }
    return process.waitFor();
  }

  private static String cut(String line) {
    String plain = line.replaceAll("(/sbp-demo[a-z-]*?)-\\d+", "$1").replace("\t", "    ");
    return plain.length() > COLUMNS ? plain.substring(0, COLUMNS - 1) + "…" : plain;
  }

  private static String svg(String title, List<Line> lines) {
    int rows = Math.min(ROWS, lines.size());
    int width = (int) (COLUMNS * COLUMN_PX) + 2 * MARGIN_PX;
    int height = rows * ROW_PX + 2 * MARGIN_PX;
    long total = lines.getLast().atMs();
    StringBuilder svg = new StringBuilder();
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img">
        <title>%3$s, recorded by scripts/Recording.java</title>
        <style>
        text { font: 13px/1 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #d7d5cf; white-space: pre; opacity: 0; animation: show 1ms forwards; }
        .typed { fill: #8ab8ee; }
        g { animation: scroll %4$dms step-end forwards; }
        @keyframes show { to { opacity: 1; } }
        @keyframes scroll { %5$s }
        @media (prefers-reduced-motion: reduce) { text { animation: none; opacity: 1; } g { animation: none; transform: translateY(%6$dpx); } }
        </style>
        <rect width="100%%" height="100%%" rx="8" fill="#17181a"/>
        <svg x="0" y="%7$d" width="%1$d" height="%8$d"><g>
        """
            .formatted(
                width,
                height,
                escaped(title),
                total,
                scroll(lines, total),
                -ROW_PX * (lines.size() - rows),
                MARGIN_PX,
                rows * ROW_PX));
    for (int i = 0; i < lines.size(); i++) {
      svg.append(
          "<text x=\"%d\" y=\"%d\"%s style=\"animation-delay: %dms\">%s</text>\n"
              .formatted(
                  MARGIN_PX,
                  (i + 1) * ROW_PX - 5,
                  i == 0 ? " class=\"typed\"" : "",
                  lines.get(i).atMs(),
                  escaped(lines.get(i).text())));
    }
    return svg.append("</g></svg>\n</svg>\n").toString();
  }

  /** Moves the lines up by one whenever there is no more room for the next. */
  private static String scroll(List<Line> lines, long total) {
    StringBuilder frames = new StringBuilder("0% { transform: translateY(0); }");
    for (int i = ROWS; i < lines.size(); i++) {
      frames.append(
          String.format(
              Locale.ROOT,
              " %.3f%% { transform: translateY(%dpx); }",
              100.0 * lines.get(i).atMs() / total,
              -ROW_PX * (i + 1 - ROWS)));
    }
    return frames.toString();
  }

  private static String escaped(String text) {
    StringBuilder safe = new StringBuilder();
    text.codePoints()
        .filter(c -> !Character.isISOControl(c))
        .forEach(
            c ->
                safe.append(
                    switch (c) {
                      case '&' -> "&amp;";
                      case '<' -> "&lt;";
                      case '>' -> "&gt;";
                      default -> Character.toString(c);
                    }));
    return safe.toString();
  }
}
