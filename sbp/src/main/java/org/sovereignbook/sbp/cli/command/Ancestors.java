package org.sovereignbook.sbp.cli.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The processes that stand above this one. Whatever an agent has started is that agent: it may take
 * its token out of the environment, and coding CLIs do so by themselves with every variable that
 * sounds like a secret, which must not make their shells the owner. Known where the system shows
 * the environment of processes, and of those that still stand above.
 *
 * @param processes where the system shows them: {@code /proc}
 */
public record Ancestors(Path processes) {
  private static final int MAX_ANCESTORS = 64;
  private static final String TOKEN = "\0" + SocietyCommand.TOKEN_VARIABLE + "=";

  /** Those of this process. */
  public static Ancestors ofThisProcess() {
    return new Ancestors(Path.of("/proc"));
  }

  /**
   * This environment, with the token of the nearest ancestor that has one where it has none itself.
   */
  public Map<String, String> inherited(Map<String, String> environment) {
    if (!environment.getOrDefault(SocietyCommand.TOKEN_VARIABLE, "").isBlank()) {
      return environment;
    }
    Optional<String> token = token();
    if (token.isEmpty()) {
      return environment;
    }
    Map<String, String> all = new TreeMap<>(environment);
    all.put(SocietyCommand.TOKEN_VARIABLE, token.get());
    return all;
  }

  private Optional<String> token() {
    Optional<String> process = parent("self");
    for (int i = 0; i < MAX_ANCESTORS && process.isPresent(); i++) {
      Optional<String> token = process.flatMap(this::token);
      if (token.isPresent()) {
        return token;
      }
      process = process.flatMap(this::parent);
    }
    return Optional.empty();
  }

  private Optional<String> token(String process) {
    String all = "\0" + read(process, "environ");
    int at = all.indexOf(TOKEN) + TOKEN.length();
    return at < TOKEN.length()
        ? Optional.empty()
        : Optional.of(all.substring(at, (all + "\0").indexOf('\0', at)))
            .filter(token -> !token.isBlank());
  }

  /** The second word behind the program's name, which stands in brackets and may hold anything. */
  private Optional<String> parent(String process) {
    String stat = read(process, "stat");
    String[] words = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", 3);
    return words.length < 2 || words[1].equals("0") ? Optional.empty() : Optional.of(words[1]);
  }

  private String read(String process, String file) {
    try {
      return Files.readString(
          processes.resolve(process).resolve(file), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }
}
