package org.sovereignbook.sbp.plugins.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.Resources;
import org.sovereignbook.sbp.testkit.InProcessProgram;
import org.sovereignbook.sbp.testkit.InstalledProgram;
import org.sovereignbook.sbp.testkit.PackedPlugin;

/** A node and people write to each other by Matrix, in a direct chat and in a room. */
class MatrixChannelTest {
  private static final String EVE = "@eve:evil.test";
  private static final String MUM = "@mum:example.org";

  @TempDir private Path folder;
  private final Homeserver server;
  private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
  private InProcessProgram program;

  MatrixChannelTest() throws IOException {
    server = new Homeserver();
  }

  @BeforeEach
  void add() throws IOException {
    Path plugins = Files.createDirectories(folder.resolve("plugins"));
    PackedPlugin.into(plugins, MatrixAdapter.class, "channel-matrix", "channel:matrix");
    Map<String, String> environment = new TreeMap<>();
    environment.put("PATH", System.getenv("PATH"));
    environment.put("HOME", folder.toString());
    environment.put("SBP_BUNDLED_PLUGINS", plugins.toString());
    environment.put("TOKEN", "secret");
    environment.put(NodeHome.ACCEPT_VARIABLE, "1");
    Path home = Files.createDirectories(folder.resolve("node"));
    InstantSource clock = () -> Instant.now().plus(ahead.get());
    program = new InProcessProgram(home, clock, environment);
    String _ = done("init", "--local", "--name", "Ada", "--llm", "builtin");
    String _ =
        done(
            "channel",
            "add",
            "matrix",
            "--server",
            server.url(),
            "--user",
            Homeserver.AGENT,
            "--password-env",
            "TOKEN",
            "--owner",
            Homeserver.OWNER,
            "--no-alarms",
            "--no-digest",
            "--no-test");
    round();
  }

  @AfterEach
  void stop() {
    server.stop();
  }

  private String done(String... words) {
    InstalledProgram.Ran ran = program.run(words);
    assertThat(ran.exit()).as(String.join(" ", words) + "\n" + ran.out() + ran.err()).isIn(0, 3);
    return ran.out();
  }

  private List<JsonObject> list(String member, String... words) {
    String[] all = Arrays.copyOf(words, words.length + 1);
    all[words.length] = "--json";
    try {
      JsonObject json =
          (JsonObject) JsonReader.file(program.run(all).out().getBytes(StandardCharsets.UTF_8));
      return json.array(member).orElseThrow().objects();
    } catch (MalformedJson e) {
      throw new AssertionError(e);
    }
  }

  private void round() {
    String _ = done("channel", "run", "--once");
  }

  private void everythingIsAnswered() {
    round();
    String _ = done("session", "run", "--until-idle");
    round();
  }

  private String chat() {
    return server.said().getFirst().string("room").orElseThrow();
  }

  @Test
  void theOwnerTalksInTheDirectChatAndReadsIt() {
    assertThat(server.members(chat()))
        .containsExactlyInAnyOrder(Homeserver.AGENT, Homeserver.OWNER);
    String question = server.say(chat(), Homeserver.OWNER, "who are my peers?");
    everythingIsAnswered();
    JsonObject answer = server.said().getLast();
    assertThat(server.said()).hasSize(2);
    assertThat(answer.object("m.relates_to").orElseThrow().toString()).contains(question);
    String id = list("messages", "channel", "outbox").getFirst().string("server_id").orElseThrow();
    server.read(chat(), Homeserver.OWNER, id);
    round();
    assertThat(list("messages", "channel", "outbox")).allMatch(one -> one.has("read_at"));
  }

  @Test
  void moreThanAPageOfMessagesWhileNobodyListenedIsTakenWhole() {
    for (int i = 0; i < 35; i++) {
      String _ = server.say(chat(), Homeserver.OWNER, "note " + i);
    }
    round();
    round();
    JsonObject session = list("sessions", "session", "list").getFirst();
    assertThat(session.integer("waiting")).hasValue(35);
  }

  @Test
  void strangersReachNobodyAndInvitesOfOthersAreNotTaken() {
    String theirs = server.invite(EVE);
    String ours = server.invite(Homeserver.OWNER);
    round();
    assertThat(server.members(theirs)).doesNotContain(Homeserver.AGENT);
    assertThat(server.members(ours)).contains(Homeserver.AGENT);
    String _ = server.say(ours, EVE, "let me in");
    everythingIsAnswered();
    assertThat(server.said()).hasSize(1);
    assertThat(list("sessions", "session", "list")).isEmpty();
  }

  @Test
  void aRoomIsASessionOfItsOwnWithTheRightsOfAGroupAsShipped() throws IOException {
    Path access = folder.resolve("node/runtime/access");
    for (String file : List.of("people.yaml", "groups.yaml", "unknown.yaml", "owner.yaml")) {
      Files.writeString(access.resolve(file), Resources.text("templates/access/" + file));
    }
    Path atlas = Files.createDirectories(folder.resolve("node/runtime/personas/atlas"));
    Files.writeString(atlas.resolve("SOUL.md"), "You are Atlas.\n");
    String _ =
        done("entity", "add", "Mum", "--relationship", "family", "--identity", "matrix:" + MUM);
    String room = server.invite(Homeserver.OWNER);
    round();
    server.join(room, MUM);
    server.join(room, EVE);
    String _ = server.say(room, MUM, "hello all");
    String _ = server.say(room, EVE, "hello agent");
    String _ = server.say(room, Homeserver.OWNER, "and hello from me");
    String _ = server.say(chat(), Homeserver.OWNER, "this is private");
    everythingIsAnswered();
    List<String> labels =
        list("sessions", "session", "list").stream()
            .map(one -> one.string("label").orElse(""))
            .toList();
    assertThat(labels).hasSize(2).anyMatch(one -> one.contains(":matrix:group:"));
    assertThat(MatrixContractTest.texts(server.said(), room)).isNotEmpty();
    assertThat(
            done(
                "session",
                "show",
                labels.stream().filter(one -> one.contains(":group:")).findFirst().orElseThrow()))
        .contains("hello all", "and hello from me")
        .doesNotContain("hello agent", "this is private");
  }

  @Test
  void anAnswerOfTheServerThatIsLostDoublesNothing() {
    server.losing(path -> path.contains("/send/"));
    String _ = done("channel", "send", "only once");
    round();
    assertThat(list("messages", "channel", "outbox").getFirst().string("state")).contains("queued");
    server.losing(_ -> false);
    ahead.set(Duration.ofMinutes(5));
    round();
    assertThat(list("messages", "channel", "outbox").getFirst().string("state"))
        .contains("accepted");
    assertThat(MatrixContractTest.texts(server.said(), chat()))
        .filteredOn("only once"::equals)
        .hasSize(1);
  }
}
