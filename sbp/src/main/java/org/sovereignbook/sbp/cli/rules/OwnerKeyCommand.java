package org.sovereignbook.sbp.cli.rules;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.OwnerProof;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PrivateKey;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.OutputOptions;
import org.sovereignbook.sbp.frontend.command.OwnerPresence;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.command.TextInput;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.OwnerOnly;
import org.sovereignbook.sbp.node.Wording;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp access key}: keys by which the owner answers without a terminal. */
@Command(
    name = "key",
    description = "keys by which you answer from elsewhere",
    footer = {
      "They are made, shown and ended at your terminal. The file is yours alone: take it to where",
      "you answer from. There, through whatever connects you to the node, such as ssh:",
      "  sbp access key phone --file phone.key   at your terminal: makes one",
      "  sbp access key --challenge              on the node: a nonce, good once, for a minute",
      "  sbp access prove NONCE --key FILE -- approve 9f3a --once      where the file is: the"
          + " proof",
      "  sbp access approve 9f3a --once --proof PROOF                  on the node"
    })
@Example("sbp access key --challenge")
@Prints({OwnerKeyCommand.Keys.class, OwnerKeyCommand.Challenge.class})
@Exit(code = ExitCode.REFUSED, means = OwnerCommand.PRESENCE)
@Exit(code = ExitCode.NOT_FOUND, means = "there is no such key")
final class OwnerKeyCommand extends OwnerCommand<OwnerKeyCommand.Keys> {
  private static final int MAX_KEY_BYTES = 200;

  @Parameters(arity = "0..1", paramLabel = "NAME", description = "what it is called")
  Optional<String> name = Optional.empty();

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "make one; its private half goes here")
  Optional<Path> file = Optional.empty();

  @Option(
      names = "--public-key",
      paramLabel = "KEY",
      description = "take one that was made elsewhere: its public half, 43 characters")
  Optional<String> publicKey = Optional.empty();

  @Option(names = "--end", description = "end it at once")
  boolean revoke;

  @Option(names = "--challenge", description = "a nonce for a key to sign, good once, for a minute")
  boolean challenge;

  @Override
  public ExitCode run(Session session) throws Exception {
    return challenge ? challenge(session) : super.run(session);
  }

  @Override
  public boolean widens(Transaction tx) {
    return name.isPresent();
  }

  @Override
  protected OwnerPresence.Demand demand(Transaction tx) {
    return demandOfChange(tx);
  }

  /** The owner's keys. */
  record Keys(List<OwnerProof.Key> keys) {}

  @Override
  protected Keys work(Transaction tx, Caller caller) {
    OwnerProof proofs = new OwnerProof(tx);
    int wishes = (file.isPresent() ? 1 : 0) + (publicKey.isPresent() ? 1 : 0) + (revoke ? 1 : 0);
    if (wishes > 1 || (wishes == 1) != name.isPresent()) {
      throw CliException.wrong("key: a name with --file, --public-key or --end; or nothing");
    }
    if (revoke) {
      proofs.remove(caller.authority(), name.orElseThrow());
    } else if (name.isPresent()) {
      if (!name.get().matches("[a-z0-9][a-z0-9_-]{0,39}")) {
        throw CliException.wrong("a name has lower-case letters, digits, - and _, at most 40");
      }
      OwnerProof.Key _ = proofs.add(caller.authority(), name.get(), added(tx));
    }
    return new Keys(proofs.keys());
  }

  private PublicKey added(Transaction tx) {
    if (publicKey.isPresent()) {
      try {
        return PublicKey.parse(publicKey.get());
      } catch (IllegalArgumentException e) {
        throw CliException.wrong("--public-key: " + e.getMessage());
      }
    }
    Path target = session().world().path(file.orElseThrow());
    KeyPair keys = KeyPair.generate(tx.node().random());
    try {
      Files.createFile(target, OwnerOnly.file(target.toAbsolutePath().resolveSibling("")));
      Files.writeString(target, keys.privateKey().encoded() + "\n", StandardCharsets.UTF_8);
      return keys.publicKey();
    } catch (IOException e) {
      throw new DiskException("cannot write", target, e);
    }
  }

  @Override
  protected ExitCode show(Output output, Keys found) {
    Table table = Table.of("KEY", "PUBLIC", "MADE", "USED").whole("KEY");
    for (OwnerProof.Key key : found.keys()) {
      table.row(
          key.name(),
          key.publicKey().toString(),
          Wording.age(Optional.of(new Timestamp(key.createdAt())), session().now()),
          Wording.age(key.usedAt().map(Timestamp::new), session().now()));
    }
    output.table(table, "no keys: you answer at your terminal only");
    return output.done(found);
  }

  /** The text that a key must sign. */
  record Challenge(String nonce, Timestamp expiresAt) {}

  /** Issues a challenge to anyone who is no agent: without a key it is useless. */
  private ExitCode challenge(Session session) {
    requireOwner(session, call(session));
    try (Ledger ledger = session.ledger(session.node())) {
      Challenge open =
          Permissions.run(
              ledger,
              call(session),
              (tx, _) ->
                  new Challenge(
                      Base64Url.encode(new OwnerProof(tx).challenge()),
                      Timestamp.ofMillis(tx.nowMs() + OwnerProof.CHALLENGE_TTL.toMillis())));
      session.output().line(open.nonce());
      session.output().json(open);
    }
    return ExitCode.DONE;
  }

  /** {@code sbp access prove}: needs no node. */
  @Command(name = "prove", description = "sign a challenge with a key of yours")
  @Example("sbp access prove NONCE --key phone.key -- approve 9f3a --once")
  @Prints(Prove.Proof.class)
  static final class Prove implements Subcommand {
    /** The word that begins the command of a dialog of the page. */
    private static final String PROGRAM = "sbp";

    @Parameters(
        index = "0",
        paramLabel = "NONCE",
        description = "as sbp access key --challenge says it")
    String nonce = "";

    @Parameters(
        index = "1..*",
        arity = "1..*",
        paramLabel = "WORDS",
        description = "the command behind sbp access, or a whole one of the page with the word sbp")
    List<String> words = List.of();

    @Option(names = "--key", required = true, paramLabel = "FILE", description = "the key's file")
    String key = "";

    @Mixin OutputOptions options = new OutputOptions();

    /** The value for {@code --proof}. */
    record Proof(String proof) {}

    @Override
    public ExitCode run(Session session) throws IOException {
      boolean isWhole = words.getFirst().equals(PROGRAM);
      List<String> all = new ArrayList<>(isWhole ? List.of() : List.of("access"));
      all.addAll(isWhole ? words.subList(1, words.size()) : words);
      try {
        PrivateKey secret =
            PrivateKey.parse(TextInput.read(session.world(), key, MAX_KEY_BYTES).strip());
        Proof proof =
            new Proof(
                OwnerProof.prove(
                    Base64Url.decode(nonce, OwnerProof.NONCE_BYTES), all, KeyPair.of(secret)));
        session.output().line(proof.proof());
        return session.output().done(proof);
      } catch (IllegalArgumentException e) {
        throw CliException.wrong("the nonce, or the key's file, is none");
      }
    }
  }
}
