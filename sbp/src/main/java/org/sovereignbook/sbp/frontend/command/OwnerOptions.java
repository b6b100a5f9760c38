package org.sovereignbook.sbp.frontend.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.OwnerPassphrase;
import org.sovereignbook.sbp.authority.access.OwnerProof;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import picocli.CommandLine.Option;

/**
 * Proofs of the owner for one call: a signature by a key of the owner, or the passphrase in a file.
 * They replace a terminal, and are never accepted from an agent.
 */
public final class OwnerOptions {
  public static final String PROOF = "--proof";
  public static final String PASSPHRASE_FILE = "--passphrase-file";

  /** A passphrase in UTF-8 and its line end. */
  private static final int MAX_FILE_BYTES = 4 * OwnerPassphrase.MAX_CHARACTERS + 2;

  @Option(
      names = PROOF,
      paramLabel = "PROOF",
      description = "you are the owner: from sbp access prove")
  Optional<String> proof = Optional.empty();

  @Option(
      names = PASSPHRASE_FILE,
      paramLabel = "FILE",
      description = "you are the owner: your passphrase")
  Optional<Path> passphraseFile = Optional.empty();

  private boolean isProven;

  /** Returns the file of the passphrase, if it is given. */
  public Optional<Path> passphraseFile() {
    return passphraseFile;
  }

  /** Returns the signature of a key, if it is given. */
  public Optional<String> proof() {
    return proof;
  }

  /** Returns the passphrase in the file, if one is given. */
  public Optional<String> passphrase(World world) {
    return passphraseFile.map(file -> passphrase(world, file));
  }

  /** Returns whether one is given. */
  public boolean areGiven() {
    return proof.isPresent() || passphraseFile.isPresent();
  }

  /** Returns whether the owner has given a proof for this call already. */
  boolean isProven() {
    return isProven;
  }

  void areProven() {
    isProven = true;
  }

  /** Returns a copy whose file is no proof, because no passphrase is set yet. */
  public OwnerOptions withoutPassphrase() {
    OwnerOptions others = new OwnerOptions();
    others.proof = proof;
    others.isProven = isProven;
    return others;
  }

  /** Returns why what is given proves nothing; empty when it does. A nonce is used up. */
  Optional<String> problem(World world, Ledger ledger, ToolCall call) {
    if (proof.isPresent()) {
      return ledger.<Optional<String>>write(
          tx -> new OwnerProof(tx).problem(proof.get(), call.tool(), call.arguments()));
    }
    if (!ledger.<Boolean>read(tx -> new OwnerPassphrase(tx).isSet())) {
      return Optional.of("the owner's passphrase is needed, and none is set");
    }
    String typed = passphrase(world, passphraseFile.orElseThrow());
    return ledger.<Optional<String>>write(tx -> new OwnerPassphrase(tx).problem(typed));
  }

  /** Reads a passphrase: the first line of the file. */
  public static String passphrase(World world, Path file) {
    byte[] bytes = TextInput.bytes(world, file.toString(), MAX_FILE_BYTES);
    String text = TextInput.decode(file.toString(), bytes, MAX_FILE_BYTES);
    return text.lines().findFirst().orElse("");
  }

  /** Returns whether the file is there. */
  public static boolean isThere(World world, Path file) {
    return file.toString().equals(TextInput.STANDARD_INPUT) || Files.exists(world.path(file));
  }
}
