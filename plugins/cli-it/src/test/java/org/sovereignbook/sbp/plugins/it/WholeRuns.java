package org.sovereignbook.sbp.plugins.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.Signing;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.plugins.it.mock.ModelRequest;
import org.sovereignbook.sbp.plugins.it.mock.Reply;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testkit.InProcessProgram;
import org.sovereignbook.sbp.testkit.InstalledProgram;

/**
 * A node made by the program whose three agents are one coding CLI, and a model that does their
 * work.
 */
record WholeRuns(CliUnderTest cli, Node node, SbpProgram program) {
  private static final String NEWEST = "[[newest lines]]";
  private static final Endpoint STRANGER = Endpoint.parse("http://127.0.0.1:9/stranger");

  /** Makes the node. */
  static WholeRuns in(Path folder, CliUnderTest cli, Path installed, URI base) throws Exception {
    Path agent = Files.createDirectories(folder.resolve("agent"));
    Map<String, String> environment = new HashMap<>(cli.environment(base));
    environment.put("PATH", System.getenv("PATH"));
    environment.put("HOME", Files.createDirectories(folder.resolve("home")).toString());
    Node node = Node.at(agent);
    step(node, "init", agent.toString(), "--name", "Bob", "--local", "--prompt", Bench.ETHOS);
    JsonObject config = node.readJson(node.home().schedulerConfig()).orElseThrow();
    JsonObject llm =
        config
            .object("llm")
            .orElseThrow()
            .with("backend", cli.name())
            .with("scratch_folder", folder.resolve("scratch").toString())
            .with(cli.name(), cli.settings(installed, base));
    node.writeJson(node.home().schedulerConfig(), config.with("llm", llm));
    return new WholeRuns(cli, node, new SbpProgram(agent, environment));
  }

  /** A step in which no agent runs needs neither the jar nor a process of its own. */
  void step(String name) {
    step(node, name);
  }

  private static void step(Node node, String... words) {
    InstalledProgram.Ran ran = new InProcessProgram(node.home().root(), node.clock()).run(words);
    assertThat(ran.exit()).as("%s: %s%s", String.join(" ", words), ran.out(), ran.err()).isZero();
  }

  /** Runs an agent as the scheduler does. */
  void agent(String role) throws IOException, InterruptedException {
    program.run("agent", "run", role);
  }

  /** What the model does in each role; it knows the role by the prompt that init installed. */
  Reply reply(ModelRequest request) {
    if (request.text().contains("You are the reader of a sovereign agent")) {
      return cli.answer(request, JsonWriter.compact(decisions()));
    }
    if (request.text().contains("You are the author of a sovereign agent")) {
      return turn(request, "operational/author-output/pieces.json", JsonWriter.compact(pieces()));
    }
    return turn(
        request, "session-log.md", "# Session log, condensed\n\nQuiet.\n\n" + NEWEST + "\n");
  }

  /** Reads everything there is, then writes. */
  private Reply turn(ModelRequest request, String file, String text) {
    List<Reply> turns = List.of(cli.read("session-log.md"), cli.write(file, text));
    return request.turn() < turns.size() ? turns.get(request.turn()) : new Reply.Say("Done.");
  }

  /** A stranger's signed piece arrives; gives its hash. */
  ContentHash receivePiece() {
    KeyPair stranger = KeyPair.generate(new SecureRandom());
    JsonObject piece =
        Signing.sign(
            Content.build(
                stranger.publicKey(),
                "On trust",
                "Trust grows slowly.",
                List.of("trust"),
                Optional.empty(),
                node.now()),
            stranger,
            "author_key");
    JsonObject envelope =
        Envelope.sign(
            Envelope.build(
                MessageType.SHARE,
                piece,
                stranger.publicKey(),
                STRANGER,
                node.keys().publicKey(),
                node.now()),
            stranger);
    store()
        .inbox()
        .accept(
            JsonWriter.compact(envelope).getBytes(StandardCharsets.UTF_8), node.clock().instant());
    return ContentHash.of(piece);
  }

  /** A session log that is long enough to be condensed. */
  void fillSessionLog(int lines) {
    node.writeText(
        node.home().sessionLog(),
        IntStream.rangeClosed(1, lines)
            .mapToObj(line -> "[reader] 2026-03-17T12:00:00Z decided on item " + line + "\n")
            .collect(Collectors.joining()));
  }

  Store store() {
    return new FileStore(node);
  }

  /** All files of the node below a folder in {@code runtime/}, one after the other. */
  String textsBelow(String name) throws IOException {
    try (Stream<Path> files = Files.walk(node.home().runtime().resolve(name))) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> node.readText(file).orElse(""))
          .collect(Collectors.joining());
    }
  }

  /** Endorses all that is in the digest. */
  private JsonObject decisions() {
    JsonArray made =
        JsonArray.of(
            node
                .readJson(node.home().inboxDigest())
                .flatMap(digest -> digest.array("items"))
                .map(JsonArray::objects)
                .orElse(List.of())
                .stream()
                .map(WholeRuns::endorsement)
                .toList());
    return JsonObject.builder().put("decisions", made).put("session_notes", "One piece.").build();
  }

  /** With all members of the schema, as strict providers have it. */
  private static JsonObject endorsement(JsonObject item) {
    JsonObject decision =
        JsonObject.builder()
            .put("inbox_id", item.string("id").orElseThrow())
            .put("action", "endorse_content")
            .put("target_hash", item.string("content_hash").orElseThrow())
            .put("log", "on trust, with care")
            .build();
    for (String unused : List.of("target_key", "peer_key", "new_trust", "body", "note", "reason")) {
      decision = decision.with(unused, JsonNull.INSTANCE);
    }
    return decision;
  }

  private static JsonArray pieces() {
    return JsonArray.of(
        JsonObject.builder()
            .put("title", "The ledger nobody reads")
            .put("body", "A record is only as good as the chance that somebody looks at it.")
            .put("tags", JsonArray.ofStrings(List.of("trust")))
            .build());
  }

  /** The lines of the ledger of calls. */
  List<String> ledger() throws IOException {
    return Files.readAllLines(node.home().operational().resolve("llm-ledger.jsonl"));
  }
}
