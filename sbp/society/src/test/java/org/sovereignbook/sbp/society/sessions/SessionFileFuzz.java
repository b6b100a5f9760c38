package org.sovereignbook.sbp.society.sessions;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.crypto.SecretException;
import org.sovereignbook.sbp.testing.Fuzzed;
import org.sovereignbook.sbp.testing.TestSociety;

/** Target for fuzzing: an exported session that is imported. */
public final class SessionFileFuzz {
  private static final Optional<String> LABEL = Optional.of("agent:main:main:fuzzed");

  private static final Authority OWNER = Authority.of(Principal.OWNER, "cli");

  private SessionFileFuzz() {}

  /** Undoes an import, so that each input finds the same society. */
  private static final class Undone extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** The society of all inputs: a new one for each would cost a second. */
  private static final class Holder {
    static final Ledger LEDGER = open();

    private static Ledger open() {
      try {
        return TestSociety.in(Files.createTempDirectory("fuzz")).ledger();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  public static void fuzzerTestOneInput(byte[] input) {
    List<String> lines = new String(input, StandardCharsets.UTF_8).lines().toList();
    try {
      Holder.LEDGER.run(
          tx -> {
            SessionFile file = new SessionFile(tx);
            AgentSession session = file.read(lines, LABEL, OWNER);
            List<String> saved = new ArrayList<>();
            file.write(session.label(), saved::add);
            Fuzzed.same(lines.size(), saved.size());
            throw new Undone();
          });
    } catch (SocietyException | SecretException | Undone e) {
      String _ = e.getMessage();
    }
  }
}
