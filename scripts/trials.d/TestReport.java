import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The tests of XML reports, such as those of Surefire and of JUnit's console.
 *
 * @param skipped numbers of skipped tests, by reason
 * @param failures names of failed tests, each with the beginning of what it says
 */
record TestReport(int tests, Map<String, Integer> skipped, List<String> failures) {
  private static final Pattern CASE =
      Pattern.compile("<testcase ([^>]*?)(/>|>(.*?)</testcase>)", Pattern.DOTALL);
  private static final Pattern SKIPPED =
      Pattern.compile(
          "<skipped(?:[^>]*message=\"([^\"]*)\")?[^>]*?(?:/>|>(?:\\s*<!\\[CDATA\\[(.*?)]]>)?)",
          Pattern.DOTALL);
  private static final Pattern FAILED =
      Pattern.compile("<(?:failure|error)(?:[^>]*?message=\"([^\"]*)\")?");
  private static final int LONGEST_MESSAGE = 300;
  private static final Pattern NAME = Pattern.compile("(?:^| )name=\"([^\"]*)\"");
  private static final Pattern CLASS = Pattern.compile("classname=\"([^\"]*)\"");

  /** Reads all reports of a folder. */
  static TestReport of(List<Path> folders) throws IOException {
    int tests = 0;
    Map<String, Integer> skipped = new TreeMap<>();
    List<String> failures = new ArrayList<>();
    for (Path file : reports(folders)) {
      Matcher test = CASE.matcher(Files.readString(file));
      while (test.find()) {
        tests++;
        String body = test.group(3) == null ? "" : test.group(3);
        Matcher skip = SKIPPED.matcher(body);
        Matcher failed = FAILED.matcher(body);
        if (skip.find()) {
          skipped.merge(reason(skip), 1, Integer::sum);
        } else if (failed.find()) {
          failures.add(
              value(CLASS, test.group(1)).replaceAll(".*\\.", "")
                  + "."
                  + value(NAME, test.group(1)).replaceAll("[({].*", "")
                  + message(failed));
        }
      }
    }
    return new TestReport(tests, skipped, failures);
  }

  int skips() {
    return skipped.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Returns the reasons of skipped tests with their numbers, on one line. */
  String reasons() {
    return String.join(
        "; ", skipped.entrySet().stream().map(e -> e.getValue() + " " + e.getKey()).toList());
  }

  private static List<Path> reports(List<Path> folders) throws IOException {
    List<Path> reports = new ArrayList<>();
    for (Path folder : folders) {
      if (Files.isDirectory(folder)) {
        try (Stream<Path> files = Files.list(folder)) {
          files
              .filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml"))
              .sorted()
              .forEach(reports::add);
        }
      }
    }
    return reports;
  }

  private static String reason(Matcher skip) {
    String text = skip.group(1) != null ? skip.group(1) : skip.group(2);
    String plain = unescaped(text == null ? "" : text);
    return plain
        .strip()
        .lines()
        .findFirst()
        .orElse("no reason given")
        .replaceFirst("^org\\.opentest4j\\.TestAbortedException: ", "")
        .replaceFirst("^Assumption failed: ", "");
  }

  private static String message(Matcher failed) {
    String text =
        failed.group(1) == null ? "" : unescaped(failed.group(1)).strip().replaceAll("\\s+", " ");
    String begin = text.substring(0, Math.min(text.length(), LONGEST_MESSAGE));
    return begin.isEmpty() ? "" : " (" + begin + (begin.equals(text) ? ")" : "…)");
  }

  private static String value(Pattern attribute, String attributes) {
    Matcher matcher = attribute.matcher(attributes);
    return matcher.find() ? unescaped(matcher.group(1)) : "";
  }

  private static String unescaped(String text) {
    return text.replace("&quot;", "\"")
        .replace("&apos;", "'")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replaceAll("&#(?:10|xA|xa);", "\n")
        .replaceAll("&#[0-9]+;", "'")
        .replace("&amp;", "&");
  }
}
