package org.sovereignbook.sbp.frontend.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A question to the person at the terminal. Without a terminal, and under {@code --json}, nothing
 * is asked; every answer can also be given by an option.
 */
public record Question(Session session) {
  private static final int MAX_ANSWER_BYTES = 65_536;
  private static final Set<String> YES = Set.of("y", "yes");

  /** Returns whether a person is there to answer. */
  public boolean canBeAsked() {
    return session.world().terminal().getAsBoolean() && !session.output().isJson();
  }

  /**
   * Asks for a line; empty also at the end of input.
   *
   * @param text such as {@code display name}
   */
  public String ask(String text) throws IOException {
    return askOrEnd(text).orElse("");
  }

  private Optional<String> askOrEnd(String text) throws IOException {
    session.world().err().print(text + " ");
    session.world().err().flush();
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next = session.world().in().read();
    if (next < 0) {
      return Optional.empty();
    }
    while (next >= 0 && next != '\n' && line.size() < MAX_ANSWER_BYTES) {
      line.write(next);
      next = session.world().in().read();
    }
    return Optional.of(line.toString(StandardCharsets.UTF_8).strip());
  }

  /**
   * Asks for a line that the terminal does not show; empty also at the end of input.
   *
   * @param text such as {@code your passphrase:}
   */
  public String askSecretly(String text) throws IOException {
    return askSecretlyOrEnd(text).orElse("");
  }

  /** Works like the other method, and returns empty at the end of input. */
  Optional<String> askSecretlyOrEnd(String text) throws IOException {
    Optional<String> typed = session.world().terminal().secret(text + " ");
    return typed.isPresent() ? typed.filter(line -> !line.equals(Tty.END)) : askOrEnd(text);
  }

  /**
   * Asks until the answer is valid.
   *
   * @param usual the answer of an empty line; must be valid
   * @param read converts the answer, or throws with one sentence about it
   */
  public <T> T ask(String text, String usual, Function<String, T> read) throws IOException {
    while (true) {
      String answer = ask(text + " [" + usual + "]:");
      try {
        return read.apply(answer.isEmpty() ? usual : answer);
      } catch (CliException | IllegalArgumentException e) {
        session.world().err().println("  " + e.getMessage());
      }
    }
  }

  /** Asks for consent; any answer but yes is a refusal. */
  public boolean consents(String text) throws IOException {
    return YES.contains(ask(text + " [y/N]").toLowerCase(Locale.ROOT));
  }
}
