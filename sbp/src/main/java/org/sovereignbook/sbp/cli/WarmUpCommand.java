package org.sovereignbook.sbp.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.sovereignbook.sbp.cli.command.CliException;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.OutputOptions;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.cli.command.Subcommand;
import org.sovereignbook.sbp.crypto.KeyPair;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonWriter;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.Envelope;
import org.sovereignbook.sbp.protocol.EnvelopeValidator;
import org.sovereignbook.sbp.protocol.MessageType;
import org.sovereignbook.sbp.protocol.TrustState;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Event;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * What the launcher trains its AOT cache on: parses, signs, verifies, stores and reads as the
 * common commands do, in a temporary folder that is gone afterwards. Hidden.
 */
@Command(description = "touch what common commands touch, for the launcher's cache")
final class WarmUpCommand implements Subcommand {
  @Mixin OutputOptions output = new OutputOptions();

  @Override
  public ExitCode run(Session session) throws IOException {
    Path folder = Files.createTempDirectory("sbp-warm-up");
    try {
      exercise(session, session.nodeAt(folder));
    } finally {
      deleteTree(folder);
    }
    session.output().line("warm");
    return ExitCode.DONE;
  }

  private static void exercise(Session session, Node node) {
    KeyPair keys = KeyPair.generate(node.random());
    Endpoint endpoint = Endpoint.parse("https://warm-up.example.com");
    byte[] envelope =
        JsonWriter.compact(
                Envelope.sign(
                    Envelope.build(
                        MessageType.DIRECT,
                        JsonObject.builder().put("body", "warm").build(),
                        keys.publicKey(),
                        endpoint,
                        keys.publicKey(),
                        node.now()),
                    keys))
            .getBytes(StandardCharsets.UTF_8);
    if (!new EnvelopeValidator(keys.publicKey())
        .validate(envelope, node.clock().instant())
        .isValid()) {
      throw new CliException(ExitCode.FAILED, "the program refuses its own envelope");
    }
    node.disk().createFolders(node.home().operational());
    try (ExclusiveStore held =
        ExclusiveStore.open(node, session.stores(), "warm-up", Optional.empty())) {
      Store store = held.store();
      store.inbox().accept(envelope, node.clock().instant());
      PeerTable before = store.peers();
      Peer peer = Peer.met("warm", keys.publicKey(), endpoint, TrustState.KNOWN, node.now());
      store.commit(
          new ChangeSet()
              .addAll(before.with(peer).changes(before))
              .tell(Event.of("scheduler", "warm", node.now(), "warm")));
      session.output().line(store.peers().peers().size() + " peer");
      session.output().line(store.inbox().pending().size() + " envelope");
      session.output().line(store.log(LogFile.OPS).size() + " line");
    }
  }

  private static void deleteTree(Path folder) throws IOException {
    try (var paths = Files.walk(folder)) {
      for (Path path : paths.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
