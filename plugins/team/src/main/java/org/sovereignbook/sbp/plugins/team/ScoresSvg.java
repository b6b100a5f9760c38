package org.sovereignbook.sbp.plugins.team;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.reputation.AgentStanding;

/** SVG picture of composite scores over changes, a line for each agent. Pure; escapes all names. */
final class ScoresSvg {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 300;
  private static final int LEFT = 40;
  private static final int NAMES = 160;
  private static final int MARGIN = 20;
  private static final List<String> COLOURS =
      List.of("#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#8c564b", "#e377c2", "#17becf");

  /** Composites of one agent, oldest first. */
  public record Line(String agent, List<Double> composites) {}

  private ScoresSvg() {}

  /** Returns the SVG document. */
  public static String of(List<Line> lines) {
    StringBuilder svg = new StringBuilder();
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="12">
        <rect width="100%%" height="100%%" fill="#fff"/>
        """
            .formatted(LEFT + WIDTH + NAMES, HEIGHT + 2 * MARGIN));
    for (double threshold :
        List.of(AgentStanding.HEALTHY, AgentStanding.WATCH, AgentStanding.EVOLVE)) {
      svg.append(
          "<path d=\"M%d %s H%d\" stroke=\"#ccc\"/><text x=\"8\" y=\"%s\" fill=\"#444\">%.0f</text>\n"
              .formatted(LEFT, y(threshold), LEFT + WIDTH, y(threshold), threshold));
    }
    int most = lines.stream().mapToInt(line -> line.composites().size()).max().orElse(0);
    for (int i = 0; i < lines.size(); i++) {
      svg.append(drawn(lines.get(i), COLOURS.get(i % COLOURS.size()), most, MARGIN + 16 * i));
    }
    return svg.append("</svg>\n").toString();
  }

  private static String drawn(Line line, String colour, int most, int nameY) {
    String points =
        IntStream.range(0, line.composites().size())
            .mapToObj(i -> x(i, most) + "," + y(line.composites().get(i)))
            .collect(Collectors.joining(" "));
    return "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>"
            .formatted(points, colour)
        + "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>\n"
            .formatted(LEFT + WIDTH + 10, nameY, colour, escaped(line.agent()));
  }

  private static String x(int change, int most) {
    return number(LEFT + (most < 2 ? 0 : (double) WIDTH * change / (most - 1)));
  }

  private static String y(double score) {
    return number(MARGIN + HEIGHT * (1 - score / 100));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  private static String escaped(String text) {
    return PeerText.plain(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
