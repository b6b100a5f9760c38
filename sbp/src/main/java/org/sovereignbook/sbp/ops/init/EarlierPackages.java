package org.sovereignbook.sbp.ops.init;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The package names of version 1 of the extension API in Java sources of a node, and their names of
 * today. Version 2 put each package into a group and calls emitting an event {@code emit}, which
 * was {@code tell}; no type and no other method changed.
 */
public final class EarlierPackages {
  private static final String BASE = "org.sovereignbook.sbp.";

  /** The names of version 1 by the group that has them now; those that stayed are not here. */
  private static final Map<String, List<String>> BY_GROUP =
      Map.of(
          "base", List.of("json", "yaml", "crypto", "protocol"),
          "net", List.of("http", "httpserver", "mcp"),
          "authority", List.of("sql", "ledger", "access", "agents"),
          "model", List.of("llm"),
          "peer",
              List.of(
                  "step",
                  "reader",
                  "author",
                  "compactor",
                  "ethos",
                  "delivery",
                  "network",
                  "maintenance",
                  "feed",
                  "server"),
          "society", List.of("board", "mail", "team", "ingress", "hooks"),
          "runtime", List.of("scheduler", "plugin", "health", "builtin"));

  private static final Map<String, String> NOW = now();

  private static final Pattern EARLIER =
      Pattern.compile(
          Pattern.quote(BASE)
              + NOW.keySet().stream().collect(Collectors.joining("|", "(", ")"))
              + "(?=[.;])");

  private EarlierPackages() {}

  private static Map<String, String> now() {
    Map<String, String> now = new HashMap<>(Map.of("agent", "model.judgment"));
    BY_GROUP.forEach((group, names) -> names.forEach(name -> now.put(name, group + "." + name)));
    return Map.copyOf(now);
  }

  /** Returns whether a source names a package of version 1. */
  public static boolean areIn(String source) {
    return EARLIER.matcher(source).find();
  }

  /** Returns the source with the names of today; everything else stays. */
  public static String renewed(String source) {
    return EARLIER
        .matcher(source)
        .replaceAll(found -> Matcher.quoteReplacement(BASE + NOW.get(found.group(1))))
        .replaceAll("(\\.|::)tell\\b", "$1emit");
  }
}
