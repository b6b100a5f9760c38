package org.sovereignbook.sbp.cli.keep;

import java.util.LinkedHashMap;
import java.util.Map;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeOptions;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.ops.config.EndpointCheck;
import org.sovereignbook.sbp.peer.network.IdentityChange;
import org.sovereignbook.sbp.peer.network.OwnIdentity;
import org.sovereignbook.sbp.store.ExclusiveStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sbp identity}: shows the node's identity document, or signs a new one (CHOICES 17). */
@Command(description = "show or change the identity document")
@Synonyms({"whoami", "who", "me"})
@Example("sbp identity --set endpoint=https://node.example.com --set 'name=Echo'")
@Prints({IdentityCommand.Document.class, IdentityChange.class})
@Exit(code = ExitCode.NOTHING_TO_DO, means = "with --set: it is so already")
@Exit(code = ExitCode.BUSY, means = Exit.NODE_HELD)
public final class IdentityCommand implements Subcommand {
  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "sign a new document with this name, endpoint or description; repeatable")
  Map<String, String> changes = new LinkedHashMap<>();

  @Mixin NodeOptions options = new NodeOptions();

  /** The members that every identity document has. Printed as it was signed. */
  record Document(
      Kind kind,
      PublicKey publicKey,
      String name,
      Endpoint endpoint,
      @Shape.Inline JsonObject others) {
    private enum Kind {
      IDENTITY
    }
  }

  @Override
  public ExitCode run(Session session) {
    Node node = session.node();
    if (changes.isEmpty()) {
      return show(session.output(), node.identity());
    }
    ExitCode exit;
    try (ExclusiveStore held = session.betweenSteps(node, "identity")) {
      exit = print(session.output(), new OwnIdentity(node, held.store()).set(changes));
    }
    if (changes.containsKey("endpoint")) {
      EndpointCheck.plain(node.identity().endpoint()).ifPresent(session.output()::warning);
      new EndpointCheck(node, node.config()).port().ifPresent(session.output()::warning);
    }
    return exit;
  }

  private static ExitCode show(Output output, IdentityDocument identity) {
    output.line("name         " + PeerText.plain(identity.name()));
    output.line("fingerprint  " + identity.fingerprint());
    output.line("public key   " + identity.publicKey());
    output.line("endpoint     " + identity.endpoint());
    identity.description().ifPresent(text -> output.line("description  " + PeerText.plain(text)));
    output.line("signed       " + identity.createdAt());
    output.line("next key     " + (identity.nextKeyHash().isPresent() ? "committed to" : "none"));
    output.json(identity.json());
    return ExitCode.DONE;
  }

  /** Prints the result of a change of the node's identity. */
  static ExitCode print(Output output, IdentityChange change) {
    if (change.outcome() == IdentityChange.SigningStatus.REFUSED) {
      throw CliException.refused(change.summary());
    }
    ExitCode exit = output.result(change);
    if (change.announced() > 0) {
      output.line("the next delivery tells them:  sbp deliver");
    }
    return exit;
  }
}
