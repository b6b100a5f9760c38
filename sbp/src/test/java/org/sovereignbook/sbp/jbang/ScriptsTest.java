package org.sovereignbook.sbp.jbang;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.ops.install.PackedProgram;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** The scripts beside scripts/jbang, compiled as they are and run as programs. */
@Tag("trial")
@Order(0)
class ScriptsTest {
  private static final Endpoint EVE_AT = Endpoint.parse("https://eve.example.com");

  /** Those that take the library and nothing else. */
  private static final List<String> SCRIPTS =
      List.of(
          "VerifyObjects",
          "TrustGraph",
          "ImportDrafts",
          "ReplayInbox",
          "InjectionTrial",
          "Recording");

  @TempDir static Path classes;

  @TempDir Path folder;
  private TestNode node;

  record Ran(int exit, String out) {}

  @BeforeEach
  void makeNode() {
    node = TestNode.in(folder.resolve("node"));
  }

  /** All at once: the compiler takes longer to start than to compile them. */
  @BeforeAll
  static void compile() throws IOException {
    List<Path> sources = new ArrayList<>();
    for (String script : SCRIPTS) {
      sources.addAll(sources(script));
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of(
              "-proc:none",
              "-classpath",
              System.getProperty("java.class.path"),
              "-d",
              classes.toString());
      assertThat(
              compiler
                  .getTask(
                      messages,
                      files,
                      null,
                      options,
                      null,
                      files.getJavaFileObjectsFromPaths(sources))
                  .call())
          .as(messages.toString())
          .isTrue();
    }
    for (String script : SCRIPTS) {
      copyFiles(script);
    }
  }

  private static void copyFiles(String script) throws IOException {
    for (String directive : Checkout.directives("scripts/" + script + ".java", "FILES")) {
      Path target = classes.resolve(directive.substring(0, directive.indexOf('=')));
      Files.createDirectories(target.getParent());
      Path file = scripts().resolve(directive.substring(directive.indexOf('=') + 1));
      Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private Ran run(String script, Object... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(PackedProgram.java(classes, script));
    Stream.of(arguments).map(Object::toString).forEach(command::add);
    Path out = Files.createTempFile(folder, "out", "");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    return new Ran(process.exitValue(), Files.readString(out));
  }

  private static Path scripts() {
    return Checkout.root().resolve("scripts");
  }

  /** The script and what it takes beside the library, which is on the class path. */
  private static List<Path> sources(String script) throws IOException {
    return Stream.concat(
            Stream.of(script + ".java"),
            Checkout.directives("scripts/" + script + ".java", "SOURCES").stream()
                .filter(source -> !source.equals("../sbp/Sources.java")))
        .map(scripts()::resolve)
        .toList();
  }

  @Test
  void aRecordingShowsWhatTheCommandPrintsAndNotWhereItsFoldersWere() throws Exception {
    Path svg = folder.resolve("a.svg");

    Ran ran = run("Recording", svg, "/bin/sh", "-c", "echo '<b> & c in /tmp/sbp-demo-1234/n'");

    assertThat(ran.exit()).as(ran.out()).isZero();
    assertThat(svg)
        .content()
        .contains("<svg ", ">$ sh -c", ">&lt;b&gt; &amp; c in /tmp/sbp-demo/n</text>");
    assertThat(run("Recording", folder.resolve("b.svg"), "/bin/sh", "-c", "exit 4").exit())
        .isEqualTo(4);
    assertThat(folder.resolve("b.svg")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"VerifyObjects", "TrustGraph", "ImportDrafts", "ReplayInbox"})
  void aScriptSaysHowItIsUsedAndWhereItsLibraryIs(String script) throws Exception {
    String file = "scripts/" + script + ".java";

    assertThat(Checkout.text(file)).contains("scripts/jbang " + file);
    assertThat(Checkout.directives(file, "SOURCES")).containsExactly("../sbp/Sources.java");
    assertThat(Checkout.root().resolve(file)).isExecutable();
    Ran ran = run(script);
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.out()).startsWith("usage: " + script);
  }

  @Test
  void verifyObjectsFindsWhatWasTamperedWithAndNamesThatLie() throws Exception {
    Path objects = Files.createDirectories(folder.resolve("objects/below"));
    JsonObject fine = node.content(TestKeys.alice(), "Fog", "It lifts.");
    write(objects.resolve("sha256-" + ContentHash.of(fine).hex() + ".json"), fine);
    assertThat(run("VerifyObjects", objects.getParent()))
        .isEqualTo(new Ran(0, "1 content: valid\n0 not valid\n"));

    write(objects.resolve("tampered.json"), fine.with("title", "Smog"));
    write(objects.resolve("sha256-" + "0".repeat(64) + ".json"), fine);
    Files.writeString(objects.resolve("torn.json"), "{\"kind\":");

    Ran ran = run("VerifyObjects", objects.getParent());

    assertThat(ran.exit()).isEqualTo(5);
    assertThat(ran.out())
        .contains("below/tampered.json: ", "not the object that its name says", "below/torn.json: ")
        .endsWith("1 content: valid\n3 not valid\n");
  }

  @Test
  void theTrustGraphShowsEachPeerAndEachEndorsementAndNoMarkupOfAPeer() throws Exception {
    node.put(
        node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.TRUSTED)
            .withSubscribed(true)
            .withSubscriber(true));
    node.addPeer("<script>alert(1)</script>", TestKeys.eve(), EVE_AT, TrustState.KNOWN);
    node.store()
        .commit(
            new ChangeSet()
                .add(
                    ObjectStore.put(
                        ObjectStore.ENDORSEMENTS_RECEIVED,
                        endorsement(TestKeys.alice(), TestKeys.eve()))));
    Path svg = folder.resolve("graph.svg");

    Ran ran = run("TrustGraph", node.home().root(), svg);

    assertThat(ran.exit()).as(ran.out()).isZero();
    String drawn = Files.readString(svg);
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    assertThat(
            factory
                .newDocumentBuilder()
                .parse(svg.toFile())
                .getElementsByTagName("circle")
                .getLength())
        .as("two rings, two peers, the node")
        .isEqualTo(5);
    assertThat(drawn)
        .contains(">Alice<", ">Bob<", "class=\"endorses\"", "class=\"follows\"", "TRUSTED")
        .doesNotContain("<script");
  }

  private static JsonObject endorsement(KeyPair by, KeyPair of) {
    return Endorsement.sign(
        Endorsement.build(
            by.publicKey(),
            TestNode.ALICE_ENDPOINT,
            new Endorsement.Target.OfIdentity(of.publicKey()),
            Optional.of(EVE_AT),
            Optional.empty(),
            new org.sovereignbook.sbp.base.protocol.Timestamp(java.time.Instant.EPOCH)),
        by);
  }

  @Test
  void aFeedBecomesDraftsOnceAndItsMarkupBecomesText() throws Exception {
    Path feed = folder.resolve("feed.xml");
    Files.writeString(
        feed,
        """
        <rss version="2.0"><channel><title>Weather</title>
        <item><title>On fog &amp; dew</title>
          <description>&lt;p&gt;It &lt;b&gt;lifts&lt;/b&gt;.&lt;/p&gt;&lt;script&gt;no&lt;/script&gt;</description></item>
        <item><title>../../keypair</title><description>Elsewhere?</description></item>
        <item><title>Empty</title></item>
        </channel></rss>
        """);

    Ran ran = run("ImportDrafts", feed, node.home().root());

    assertThat(ran.exit()).as(ran.out()).isZero();
    assertThat(Files.readString(node.home().drafts().resolve("on-fog-dew.md")))
        .isEqualTo("# On fog & dew\n\nIt lifts.\n");
    assertThat(node.home().drafts().resolve("keypair.md")).isRegularFile();
    assertThat(run("ImportDrafts", feed, node.home().root()).exit()).isEqualTo(3);
  }

  @Test
  void aFeedReadsNoFileOfThisMachine() throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), "a secret");
    Path feed = folder.resolve("feed.xml");
    Files.writeString(
        feed,
        "<!DOCTYPE rss [<!ENTITY x SYSTEM \""
            + secret.toUri()
            + "\">]><rss><channel><item>"
            + "<title>x</title><description>&x;</description></item></channel></rss>");

    Ran ran = run("ImportDrafts", feed, node.home().root());

    assertThat(ran.exit()).isNotZero();
    assertThat(ran.out()).doesNotContain("a secret");
    assertThat(node.home().drafts()).doesNotExist();
  }

  @Test
  void aFolderOfMarkdownBecomesDrafts() throws Exception {
    Path folderOfNotes = Files.createDirectories(folder.resolve("notes"));
    Files.writeString(folderOfNotes.resolve("Rain.md"), "# Rain\n\nIt rains.\n");
    Files.writeString(folderOfNotes.resolve("no-text.md"), "");

    Ran ran = run("ImportDrafts", folderOfNotes, node.home().root());

    assertThat(ran.exit()).as(ran.out()).isZero();
    assertThat(node.home().drafts().resolve("rain.md")).hasContent("# Rain\n\nIt rains.\n");
    assertThat(ran.out()).contains("left out no-text.md", "1 of 2 imported");
  }

  @Test
  void aReplayShowsWhatTheReaderWouldSeeAndLeavesTheNodeAsItIs() throws Exception {
    byte[] envelope =
        node.envelope(
            TestKeys.eve(),
            EVE_AT,
            MessageType.DIRECT,
            Payloads.direct("hello", Optional.empty(), Optional.empty()));
    node.store().inbox().accept(envelope, node.clock().instant());
    Path kept = folder.resolve("scratch");

    Ran ran = run("ReplayInbox", node.home().root(), "--keep", kept);

    assertThat(ran.exit()).as(ran.out()).isZero();
    assertThat(ran.out()).contains("pre: processed 1", "the reader would see", ": direct from");
    assertThat(node.store().inbox().pending()).hasSize(1);
    assertThat(node.home().inboxDigest()).doesNotExist();
    try (Stream<Path> files = Files.walk(kept)) {
      assertThat(files.map(Path::toString)).noneMatch(name -> name.contains("keypair"));
    }
  }

  @Test
  void theInjectionTrialTellsHowOftenAJudgeObeyed() throws Exception {
    Ran ran = run("InjectionTrial", "--home", node.home().root(), "--only", "stuffing", "--json");

    assertThat(ran.exit()).as(ran.out()).isZero();
    assertThat(ran.out())
        .contains("\"backend\": \"builtin\"", "\"entries\": 3", "\"obeyed\": 1", "\"rate\": 0.333")
        .contains("\"id\": \"stuffed-fi\"");
    assertThat(node.store().inbox().pending()).isEmpty();
    assertThat(run("InjectionTrial", "--llm", "no-such", "--home", node.home().root()).out())
        .contains("no LLM backend is called", "no-such");
  }

  private static void write(Path file, JsonObject json) throws IOException {
    Files.write(file, JsonWriter.pretty(json).getBytes(StandardCharsets.UTF_8));
  }
}
