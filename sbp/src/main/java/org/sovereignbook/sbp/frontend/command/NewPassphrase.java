package org.sovereignbook.sbp.frontend.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.OwnerOnly;

/** A passphrase to be set: typed twice at a terminal, or from a file. */
public record NewPassphrase(Session session) {
  /** Random bytes of a passphrase that the program makes. */
  private static final int MADE_BYTES = 24;

  /** Asks for it at the terminal. */
  public String typed() {
    Question question = new Question(session);
    if (!question.canBeAsked()) {
      throw CliException.wrong(
          "a passphrase is typed at a terminal, without --json, or comes from a file",
          "from a file, which is made if there is none:  sbp access passphrase "
              + OwnerOptions.PASSPHRASE_FILE
              + " FILE");
    }
    try {
      return typed(question.askSecretly("new passphrase:"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asks once more for what was typed. */
  String typed(String first) throws IOException {
    if (!first.equals(new Question(session).askSecretly("once more:"))) {
      throw CliException.wrong("the two differ: nothing was changed");
    }
    return first;
  }

  /** Reads it from a file. Makes a random one, and the file, where there is none. */
  public String of(Path file) {
    if (OwnerOptions.isThere(session.world(), file)) {
      return OwnerOptions.passphrase(session.world(), file);
    }
    Path target = session.world().path(file);
    byte[] random = new byte[MADE_BYTES];
    session.world().random().nextBytes(random);
    String made = Base64Url.encode(random);
    try {
      Files.createFile(target, OwnerOnly.file(target.toAbsolutePath().resolveSibling("")));
      Files.writeString(target, made + "\n", StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new DiskException("cannot write", target, e);
    }
    session.output().note("made a passphrase, in " + target + "; keep it where no agent reads");
    return made;
  }

  /** Reads it from the file if one is given, else asks for it. */
  public String of(Optional<Path> file) {
    return file.isPresent() ? of(file.get()) : typed();
  }
}
