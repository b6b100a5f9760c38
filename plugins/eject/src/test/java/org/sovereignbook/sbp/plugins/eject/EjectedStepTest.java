package org.sovereignbook.sbp.plugins.eject;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
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
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.net.http.PeerClient;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.StepResult;
import org.sovereignbook.sbp.peer.reader.ServedContent;
import org.sovereignbook.sbp.peer.step.Progress;
import org.sovereignbook.sbp.peer.step.Step;
import org.sovereignbook.sbp.runtime.scheduler.Steps;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.TestClock;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/**
 * An ejected step leaves every file as the built-in one does, byte by byte, on the same node at the
 * same time; and with one rule changed it does not.
 */
class EjectedStepTest {
  private static final KeyPair CAROL = TestKeys.named("carol");
  private static final Endpoint CAROL_AT = Endpoint.parse("https://carol.example.com");

  /** What a step is made of for a node that has no society. */
  private static final Set<Class<?>> MADE_OF = Set.of(Node.class, Store.class, PeerClient.class);

  @TempDir Path folder;

  /** A line of a step, and what it is changed to. */
  record Rule(String step, String from, String to) {}

  static List<Rule> rules() {
    return List.of(
        new Rule("author-post", "SUFFIX = \".json\"", "SUFFIX = \".piece\""),
        new Rule("deliver", "Set.of(400, 401,", "Set.of(500, 400, 401,"),
        new Rule("maintain", "() -> removeOldEnvelopes(config)", "() -> 0"),
        new Rule("network", "    run.announce();\n", ""),
        new Rule(
            "reader-pre",
            "if (context.isBlocked(received.sender())) {",
            "if (context.peers().find(received.sender()).isEmpty()) {"),
        new Rule(
            "reader-post",
            "Payload.ShareEndorsement.class, Payload.Direct.class)),\n  UPDATE_TRUST(",
            "Payload.ShareEndorsement.class)),\n  UPDATE_TRUST("));
  }

  static List<String> steps() {
    return Steps.ALL.stream().map(Step::command).toList();
  }

  @ParameterizedTest
  @MethodSource("steps")
  void anUnchangedStepDoesWhatTheBuiltInStepDoes(String name) throws Exception {
    Step step = Steps.named(name).orElseThrow();
    Path one = folder.resolve("one");
    Path other = folder.resolve("other");
    prepare(one, name);
    prepare(other, name);
    Map<String, String> before = files(one);
    assertThat(files(other)).isEqualTo(before);

    JsonObject builtIn = json(run(one, step.sources().getFirst().getName()));
    JsonObject ejected = json(runEjected(step, EjectedText.of(step, "1.0"), other));

    assertThat(files(one)).isNotEqualTo(before);
    assertThat(files(other)).isEqualTo(files(one));
    assertThat(ejected.without("status")).isEqualTo(builtIn.without("status"));
  }

  @ParameterizedTest
  @MethodSource("rules")
  void aChangedRuleHolds(Rule rule) throws Exception {
    Step step = Steps.named(rule.step()).orElseThrow();
    Path one = folder.resolve("one");
    Path other = folder.resolve("other");
    prepare(one, rule.step());
    prepare(other, rule.step());
    String text = EjectedText.of(step, "1.0");
    assertThat(text).contains(rule.from());

    run(one, step.sources().getFirst().getName());
    runEjected(step, text.replace(rule.from(), rule.to()), other);

    assertThat(files(other)).isNotEqualTo(files(one));
  }

  private static JsonObject json(String text) throws Exception {
    return (JsonObject) JsonReader.file(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * As JBang runs it: the ejected classes stand before the program's own on one class path, so that
   * they are of one package with the rest of the package.
   */
  private String runEjected(Step step, String text, Path home) throws Exception {
    Path classes = Compiled.in(Files.createDirectories(folder.resolve("script")), step, text);
    List<URL> path = new ArrayList<>(List.of(classes.toUri().toURL()));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      path.add(Path.of(entry).toUri().toURL());
    }
    try (URLClassLoader loader =
        new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      Class<?> main = loader.loadClass(step.sources().getFirst().getName());
      assertThat(main.getDeclaredMethod("main", String[].class)).isNotNull();
      Method run =
          loader
              .loadClass(EjectedStepTest.class.getName())
              .getDeclaredMethod("run", Path.class, String.class);
      run.setAccessible(true);
      return (String) run.invoke(null, home, main.getName());
    }
  }

  /** Runs the step of this class on a node; what it did, as JSON. */
  static String run(Path home, String step) throws Exception {
    Node node =
        new Node(new NodeHome(home), LocalDisk.unsynced(), new TestClock(), new SecureRandom());
    return JsonWriter.compact(run(Class.forName(step), node).toJson());
  }

  /** Makes the step of a node and its store, and a client if it wants one, and runs it. */
  private static StepResult run(Class<?> step, Node node) throws Exception {
    Constructor<?> constructor =
        Arrays.stream(step.getDeclaredConstructors())
            .filter(each -> MADE_OF.containsAll(List.of(each.getParameterTypes())))
            .findFirst()
            .orElseThrow();
    constructor.setAccessible(true);
    boolean wantsClient = List.of(constructor.getParameterTypes()).contains(PeerClient.class);
    Store store = new FileStore(node);
    Object made =
        wantsClient
            ? constructor.newInstance(node, store, new SilentPeers())
            : constructor.newInstance(node, store);
    Map<List<Class<?>>, Object[]> arguments =
        Map.of(
            List.of(), new Object[0],
            List.of(Progress.class), new Object[] {Progress.NONE},
            List.of(boolean.class, Progress.class), new Object[] {false, Progress.NONE});
    for (Method method : step.getDeclaredMethods()) {
      List<Class<?>> types = List.of(method.getParameterTypes());
      if (method.getName().equals("run") && arguments.containsKey(types)) {
        method.setAccessible(true);
        return (StepResult) method.invoke(made, arguments.get(types));
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
  private static void prepare(Path home, String step) throws IOException {
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
      case "reader-post" -> decided(node);
      case "maintain" ->
          old(node.home().inbox().resolve("processed").resolve("2025-03-17T142301Z-a3f9.json"));
      default -> {
        // What is there is enough.
      }
    }
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
    new ServedContent().pre(node.node(), node.store());
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
  private static Map<String, String> files(Path root) {
    Map<String, String> files = new TreeMap<>();
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
