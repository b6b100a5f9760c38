package org.sovereignbook.sbp.cli.keep;

import java.nio.file.Path;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeOptions;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.ops.init.NodeAcceptance;
import org.sovereignbook.sbp.peer.network.IdentityChange;
import org.sovereignbook.sbp.peer.network.NewKeys;
import org.sovereignbook.sbp.peer.network.OwnIdentity;
import org.sovereignbook.sbp.store.ExclusiveStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code sbp keygen}: makes missing key files, or with {@code --rotate} changes to the next key
 * (IDENTITY §Keys, §Rotation). Never overwrites a key without {@code --force}, and then keeps the
 * old keys beside it.
 */
@Command(description = "make or rotate the node's keys")
@Example("sbp keygen --rotate && sbp deliver")
@Prints({KeygenCommand.Made.class, IdentityChange.class})
@Exit(code = ExitCode.NOTHING_TO_DO, means = "with --rotate: it is so already")
@Exit(code = ExitCode.REFUSED, means = "a key would be overwritten; nothing changed")
@Exit(code = ExitCode.BUSY, means = Exit.NODE_HELD)
@ForOwner
public final class KeygenCommand implements Subcommand {
  @Option(names = "--rotate", description = "make the committed next key the current one")
  boolean rotate;

  @Option(
      names = "--force",
      description = "replace the current key although no peer will recognise the new one")
  boolean force;

  @Mixin NodeOptions options = new NodeOptions();

  record Made(LocalPath file, PublicKey publicKey, Fingerprint fingerprint) {}

  @Override
  public ExitCode run(Session session) {
    Node node = session.node();
    if (rotate && force) {
      throw CliException.wrong("keygen: --rotate and --force exclude each other");
    }
    NodeAcceptance acceptance = new NodeAcceptance(session, node);
    boolean isKnown = acceptance.isRecorded();
    ExitCode exit;
    try (ExclusiveStore held = session.exclusive(node, "keygen")) {
      exit =
          rotate
              ? IdentityCommand.print(session.output(), rotate(node, held))
              : make(session.output(), node, new NewKeys(node, held.store()));
    }
    if (isKnown) {
      acceptance.record();
    }
    return exit;
  }

  private static IdentityChange rotate(Node node, ExclusiveStore held) {
    return new OwnIdentity(node, held.store()).rotate();
  }

  private ExitCode make(Output output, Node node, NewKeys keys) {
    Path file = node.home().keypair();
    boolean exists = node.disk().exists(file);
    boolean nextExists = node.disk().exists(node.home().nextKeypair());
    if (exists && !force && !nextExists) {
      return makeNext(output, node, keys);
    }
    if (exists && !force) {
      throw CliException.refused(
          file + " exists and is not overwritten",
          "hand over to the next key:  sbp keygen --rotate",
          "start with a new identity:  sbp keygen --force, then sbp identity --set name=…");
    }
    if (nextExists && !force) {
      throw CliException.refused(
          file + " is missing, but " + node.home().nextKeypair() + " exists and is not overwritten",
          "restore the current key from your backup: only it can hand over to the next one",
          "start with a new identity:  sbp keygen --force, then sbp identity --set name=…");
    }
    return made(output, file, keys.replaceBoth());
  }

  /**
   * Makes the missing successor key, unless the identity document commits to another one, which
   * must not be lost.
   */
  private static ExitCode makeNext(Output output, Node node, NewKeys keys) {
    if (node.identity().nextKeyHash().isPresent()) {
      throw CliException.refused(
          "the identity commits to a next key that is not in " + node.home().nextKeypair(),
          "put it back there from where you keep it, then:  sbp keygen --rotate");
    }
    return made(output, node.home().nextKeypair(), keys.makeNext());
  }

  private static ExitCode made(Output output, Path file, KeyPair keys) {
    Fingerprint fingerprint = Fingerprint.of(keys.publicKey());
    output.line("made " + file + ", " + fingerprint);
    output.line("sign an identity document with it:  sbp identity --set name=… --set endpoint=…");
    return output.done(new Made(new LocalPath(file), keys.publicKey(), fingerprint));
  }
}
