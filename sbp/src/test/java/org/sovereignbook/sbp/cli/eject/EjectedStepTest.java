package org.sovereignbook.sbp.cli.eject;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.sovereignbook.sbp.crypto.KeyPair;
import org.sovereignbook.sbp.http.PeerClient;
import org.sovereignbook.sbp.http.PeerReply;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.StepResult;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.MessageType;
import org.sovereignbook.sbp.protocol.Payloads;
import org.sovereignbook.sbp.protocol.TrustState;
import org.sovereignbook.sbp.reader.ReaderPreprocess;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/**
 * An ejected step leaves every file as the built-in one does, byte by byte, on the same node at the
 * same time; and with one rule changed it does not.
 */
class EjectedStepTest {
  private static final String LIBRARY = "org.sovereignbook.sbp.";
  private static final KeyPair CAROL = TestKeys.named("carol");
  private static final Endpoint CAROL_AT = Endpoint.parse("https://carol.example.com");

  @TempDir Path folder;

  /** A line of a step, and what it is changed to. */
  record Rule(StepSource step, String from, String to) {}

  static List<Rule> rules() {
    return List.of(
        new Rule(StepSource.AUTHOR_POST, "SUFFIX = \".json\"", "SUFFIX = \".piece\""),
        new Rule(StepSource.DELIVER, "Set.of(400, 401,", "Set.of(500, 400, 401,"),
        new Rule(StepSource.MAINTAIN, "int files = removeOldEnvelopes(config);", "int files = 0;"),
        new Rule(StepSource.NETWORK, "    run.announce();\n", ""),
        new Rule(
            StepSource.READER_PRE,
            "if (known.isBlocked(entry.sender())) {",
            "if (known.peers().find(entry.sender()).isEmpty()) {"),
        new Rule(StepSource.READER_POST, "        allowed.add(Action.REPLY);\n", ""));
  }

  @ParameterizedTest
  @EnumSource(StepSource.class)
  void anUnchangedStepDoesWhatTheBuiltInStepDoes(StepSource step) throws Exception {
    TestNode one = prepared(folder.resolve("one"), step);
    TestNode other = prepared(folder.resolve("other"), step);
    Map<String, String> before = files(one);
    assertThat(files(other)).isEqualTo(before);

    StepResult builtIn = run(Class.forName(LIBRARY + step.classes().getFirst()), one);
    StepResult ejected = runEjected(step, EjectedText.of(step, "sbp", "1.0"), other);

    assertThat(files(one)).isNotEqualTo(before);
    assertThat(files(other)).isEqualTo(files(one));
    assertThat(ejected.toJson().without("status")).isEqualTo(builtIn.toJson().without("status"));
  }

  @ParameterizedTest
  @MethodSource("rules")
  void aChangedRuleHolds(Rule rule) throws Exception {
    TestNode one = prepared(folder.resolve("one"), rule.step());
    TestNode other = prepared(folder.resolve("other"), rule.step());
    String text = EjectedText.of(rule.step(), "sbp", "1.0");
    assertThat(text).contains(rule.from());

    run(Class.forName(LIBRARY + rule.step().classes().getFirst()), one);
    runEjected(rule.step(), text.replace(rule.from(), rule.to()), other);

    assertThat(files(other)).isNotEqualTo(files(one));
  }

  private StepResult runEjected(StepSource step, String text, TestNode node) throws Exception {
    Path classes = Compiled.in(Files.createDirectories(folder.resolve("script")), step, text);
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
      return run(loader.loadClass(Compiled.mainClass(step)), node);
    }
  }

  /** Makes the step of a node and its store, and a client if it wants one, and runs it. */
  private static StepResult run(Class<?> step, TestNode node) throws Exception {
    Constructor<?> constructor =
        Arrays.stream(step.getDeclaredConstructors())
            .filter(each -> each.getParameterTypes()[0] == Node.class)
            .filter(each -> Arrays.stream(each.getParameterTypes()).noneMatch(String.class::equals))
            .findFirst()
            .orElseThrow();
    constructor.setAccessible(true);
    boolean wantsClient = constructor.getParameterCount() == 3;
    Store store = node.store();
    Object made =
        wantsClient
            ? constructor.newInstance(node.node(), store, new SilentPeers())
            : constructor.newInstance(node.node(), store);
    for (Method method : step.getMethods()) {
      boolean takesNow = Arrays.equals(method.getParameterTypes(), new Class<?>[] {boolean.class});
      boolean isPlain = method.getParameterCount() == 0;
      if (method.getName().equals("run") && (takesNow || isPlain)) {
        method.setAccessible(true);
        return (StepResult) (takesNow ? method.invoke(made, false) : method.invoke(made));
      }
    }
    throw new AssertionError(step + " cannot be run");
  }

  /** Peers that answer nothing but an error. */
  private static final class SilentPeers implements PeerClient {
    @Override
    public PeerReply get(Endpoint endpoint, String path) {
      return new PeerReply.Answered(500, new byte[0], Optional.empty());
    }

    @Override
    public PeerReply post(Endpoint endpoint, byte[] envelope) {
      return new PeerReply.Answered(500, new byte[0], Optional.empty());
    }
  }

  /** A node with something to do for the step. */
  private static TestNode prepared(Path home, StepSource step) throws IOException {
    TestNode node = TestNode.in(home);
    node.put(
        node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.ENDORSED)
            .withSubscriber(true));
    receive(node, "a", TestKeys.alice(), TestNode.ALICE_ENDPOINT);
    receive(node, "b", CAROL, CAROL_AT);
    node.node()
        .writeText(
            node.home().authorOutput().resolve("one.json"),
            "{\"title\": \"Rain\", \"body\": \"It rains.\", \"tags\": []}");
    JsonObject content = node.content(node.keys(), "Fog", "It lifts.");
    node.store()
        .commit(new ChangeSet().add(Outbox.put(new OutboxId(OutboxKind.CONTENT, "fog"), content)));
    switch (step) {
      case READER_POST -> decided(node);
      case MAINTAIN -> old(node.home().inboxProcessed().resolve("2025-03-17T142301Z-a3f9.json"));
      default -> {
        // What is there is enough.
      }
    }
    return node;
  }

  private static void receive(TestNode node, String name, KeyPair from, Endpoint at) {
    byte[] envelope =
        node.envelope(
            from,
            at,
            MessageType.DIRECT,
            Payloads.direct("hello from " + name, Optional.empty(), Optional.empty()));
    node.node()
        .disk()
        .write(node.home().inbox().resolve("2026-03-17T120000Z-" + name + "3f9.json"), envelope);
  }

  private static void decided(TestNode node) {
    new ReaderPreprocess(node.node(), node.store()).run();
    List<JsonObject> decisions =
        node
            .node()
            .readJson(node.home().inboxDigest())
            .orElseThrow()
            .array("items")
            .orElseThrow()
            .objects()
            .stream()
            .map(
                item ->
                    JsonObject.builder()
                        .put("inbox_id", item.string("id").orElseThrow())
                        .put("action", "reply")
                        .put("body", "hello yourself")
                        .build())
            .toList();
    assertThat(decisions).hasSize(2);
    node.node()
        .writeJson(
            node.home().readerDecisions(),
            JsonObject.builder().put("decisions", JsonArray.of(decisions)).build());
  }

  private static void old(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "{}");
    Files.setLastModifiedTime(
        file,
        FileTime.from(Files.getLastModifiedTime(file).toInstant().minus(Duration.ofDays(900))));
  }

  /** Every file by its name, but for locks and for what depends on the time of the disk. */
  private static Map<String, String> files(TestNode node) {
    Map<String, String> files = new TreeMap<>();
    Path root = node.home().root();
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path file : paths.filter(Files::isRegularFile).toList()) {
        String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        files.put(root.relativize(file).toString(), text);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }
}
