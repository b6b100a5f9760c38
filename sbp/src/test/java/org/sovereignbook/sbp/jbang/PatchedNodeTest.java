package org.sovereignbook.sbp.jbang;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.ops.install.PackedProgram;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.TestKeys;

/** A node all of whose steps were ejected and changed, ticked for real: JBang, processes, locks. */
@Tag("trial")
@Order(0)
class PatchedNodeTest {
  private static final List<String> STEPS =
      List.of("deliver", "network", "maintain", "reader-pre", "reader-post", "author-post");

  /** Nothing listens there. */
  private static final Endpoint NOWHERE = Endpoint.parse("http://127.0.0.1:9");

  @TempDir Path folder;
  private JBang jbang;
  private String sbp;
  private Path home;

  @Test
  void theNextTickGoesByTheChangedRulesOfEveryStep() throws Exception {
    folder = folder.toRealPath();
    sbp = PackedProgram.script().toString();
    jbang = JBang.in(folder.resolve("user")).with("SBP", sbp);
    home = folder.resolve("my-agent");
    require(0, "init", home.toString(), "--local");
    FileStore store = withSomethingToDo();
    for (String step : STEPS) {
      require(0, "eject", step, "--home", home.toString());
    }
    change("author-postprocess", "\"published \"", "\"signed by a patched step: \"");
    change("delivery", "return peer.isFollower();", "return true;");
    change("maintenance", "status.toMarkdown()", "status.toMarkdown() + \"patched\\n\"");
    change("network", "    run.announce();\n", "");
    change(
        "reader-preprocess",
        "if (context.isBlocked(received.sender())) {",
        "if (context.nameOf(received.sender()).equals(\"Eve\")) {");
    change("reader-postprocess", "\"summary: \"", "\"summary of a patched step: \"");

    JBang.Ran tick = run("tick", "--json", "--home", home.toString());

    assertThat(tick.exit()).as(tick.out() + tick.err() + store.lines(LogFile.OPS)).isZero();
    String ops = String.join("\n", store.lines(LogFile.OPS));
    String session = String.join("\n", store.lines(LogFile.SESSION));
    assertThat(session)
        .contains(
            "[author]", "signed by a patched step: \"A draft\"", "summary of a patched step:");
    assertThat(ops)
        .contains("dropped, the sender is blocked")
        .as("content went to a peer that is no subscriber")
        .containsPattern("retry content/\\S+ to \"Eve\"");
    assertThat(Files.readString(home.resolve("runtime/status.md"))).endsWith("patched\n");
    assertThat(store.outbox().pending())
        .as("network announced nothing")
        .noneMatch(id -> id.toString().contains("announce"));

    // By hand, with an option of the step, under the same locks and exit codes.
    JBang.Ran byHand =
        jbang.run(folder, home.resolve("runtime/scripts/author-postprocess").toString(), "--json");
    assertThat(byHand.exit()).as(byHand.err()).isEqualTo(3);
    assertThat(byHand.out()).contains("\"published\": []");

    // A mistake is the compiler's word, and a failure of the step.
    change("author-postprocess", "  /** Publishes everything that waits. */", "  mistake");
    JBang.Ran broken = jbang.run(home, "./runtime/scripts/author-postprocess");
    assertThat(broken.exit()).isNotIn(0, 3);
    assertThat(broken.err()).contains("mistake");
    require(0, "eject", "author-post", "--restore", "--home", home.toString());
    assertThat(jbang.run(home, "./runtime/scripts/author-postprocess").exit()).isEqualTo(3);
  }

  /** A draft, a known peer called Eve, a message of hers and one of a stranger. */
  private FileStore withSomethingToDo() throws IOException {
    Node node =
        new Node(
            new NodeHome(home), LocalDisk.unsynced(), InstantSource.system(), new SecureRandom());
    FileStore store = new FileStore(node);
    PeerTable before = store.peers();
    Peer eve = Peer.met("Eve", TestKeys.eve().publicKey(), NOWHERE, TrustState.KNOWN, node.now());
    store.commit(new ChangeSet().addAll(before.with(eve).changes(before)));
    Files.writeString(node.home().drafts().resolve("one.md"), "# A draft\n\nIt is short.\n");
    receive(node, store, TestKeys.eve());
    receive(node, store, TestKeys.alice());
    return store;
  }

  private static void receive(Node node, FileStore store, KeyPair sender) {
    JsonObject payload = Payloads.direct("hello", Optional.empty(), Optional.empty());
    JsonObject unsigned =
        Envelope.build(
            MessageType.DIRECT,
            payload,
            sender.publicKey(),
            NOWHERE,
            node.identity().publicKey(),
            node.now());
    store
        .inbox()
        .accept(
            JsonWriter.compact(Envelope.sign(unsigned, sender)).getBytes(StandardCharsets.UTF_8),
            node.clock().instant());
  }

  private void change(String script, String from, String to) throws IOException {
    Path file = home.resolve("runtime/scripts").resolve(script);
    String text = Files.readString(file);
    assertThat(text).contains(from);
    Files.writeString(file, text.replace(from, to));
  }

  private JBang.Ran run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new java.util.ArrayList<>(List.of(sbp));
    command.addAll(List.of(arguments));
    return jbang.run(folder, command.toArray(String[]::new));
  }

  private void require(int exit, String... arguments) throws IOException, InterruptedException {
    JBang.Ran ran = run(arguments);
    assertThat(ran.exit()).as(String.join(" ", arguments) + ": " + ran.err()).isEqualTo(exit);
  }
}
