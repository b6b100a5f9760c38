package org.sovereignbook.sbp.cli.sessions;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.sovereignbook.sbp.frontend.command.Tty;

/**
 * A chat's terminal for commands that may ask for the owner's passphrase: it is typed once a chat,
 * and given again after it was right. It is kept in memory only, and as long as the chat.
 */
final class ProvenOnce implements Tty {
  private final Tty terminal;
  private final AtomicReference<Optional<String>> typed = new AtomicReference<>(Optional.empty());
  private final AtomicReference<Optional<String>> proven = new AtomicReference<>(Optional.empty());

  ProvenOnce(Tty terminal) {
    this.terminal = terminal;
  }

  @Override
  public boolean getAsBoolean() {
    return terminal.getAsBoolean();
  }

  @Override
  public int columns() {
    return terminal.columns();
  }

  @Override
  public Optional<String> secret(String prompt) {
    Optional<String> known = proven.get();
    if (known.isPresent()) {
      return known;
    }
    Optional<String> now = terminal.secret(prompt);
    typed.set(now);
    return now;
  }

  /** Takes the result of a command that may have asked. */
  void ended(boolean isAccepted) {
    if (isAccepted) {
      typed.get().ifPresent(text -> proven.set(Optional.of(text)));
    } else {
      proven.set(Optional.empty());
    }
    typed.set(Optional.empty());
  }
}
