package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.ExitCode;

/** One rule decides what words mean for conversations, and lists show those used last. */
final class SessionWordsTest {
  @TempDir Path folder;
  private CliTest owner;

  @BeforeEach
  void makeNode() {
    assertThat(CliTest.in(folder).run("init", "n", "--local").exit()).isEqualTo(ExitCode.DONE);
    owner = CliTest.in(folder.resolve("n"));
  }

  private CliTest.Ran done(String... words) {
    CliTest.Ran ran = owner.run(words);
    assertThat(ran.exit()).as("%s%s", ran.out(), ran.err()).isEqualTo(ExitCode.DONE);
    return ran;
  }

  private JsonObject listed(String... more) {
    return done(Stream.concat(Stream.of("session", "list", "--json"), Stream.of(more))
            .toArray(String[]::new))
        .json();
  }

  private List<String> labels(String... more) {
    return listed(more).array("sessions").orElseThrow().objects().stream()
        .map(row -> row.string("label").orElseThrow())
        .toList();
  }

  private List<JsonObject> turns(String session) {
    return done("session", "show", session, "--json").json().array("turns").orElseThrow().objects();
  }

  private String said(String session) {
    return turns(session).getLast().array("messages").orElseThrow().objects().stream()
        .filter(message -> message.string("role").orElseThrow().equals("user"))
        .findFirst()
        .orElseThrow()
        .string("content")
        .orElseThrow();
  }

  @Test
  void severalWordsOrOneWithABlankAreAMessage() {
    done("chat", "what", "waits", "for", "me");
    assertThat(said("main")).isEqualTo("what waits for me");
    done("chat", "how is the node?");
    assertThat(said("main")).isEqualTo("how is the node?");
  }

  @Test
  void aFirstWordThatIsASessionOrAPersonaMeansThatOne() throws IOException {
    done("chat", "--new", "plans", "hello");
    assertThat(said("plans")).isEqualTo("hello");
    done("chat", "plans", "what waits for me?");
    done("chat", "agent:main:plans", "-m", "how is the node?");
    assertThat(turns("plans")).hasSize(3);

    Path soul = folder.resolve("n/runtime/personas/coder/SOUL.md");
    Files.createDirectories(soul.getParent());
    Files.writeString(soul, "You write code.");
    done("chat", "coder", "hello");
    assertThat(labels()).contains("agent:coder:main", "agent:main:plans");
  }

  @Test
  void anyOtherWordIsRefusedWithTheNearestNameAndHowToBeginOne() {
    CliTest.Ran chat = owner.typing("hello\n").run("chat", "mian");
    assertThat(chat.exit()).isEqualTo(ExitCode.NOT_FOUND);
    assertThat(chat.err()).contains("\"mian\"", "did you mean main?", "sbp chat --new mian");

    CliTest.Ran send = owner.run("session", "send", "nosuch", "hello");
    assertThat(send.exit()).isEqualTo(ExitCode.NOT_FOUND);
    assertThat(send.err()).contains("\"nosuch\"", "sbp session send --new nosuch");
    assertThat(labels()).isEmpty();

    done("session", "send", "--new", "nosuch", "hello");
    assertThat(labels()).containsExactly("agent:main:nosuch");
    CliTest.Ran show = owner.run("session", "show", "nosush");
    assertThat(show.err()).contains("did you mean nosuch?");
  }

  @Test
  void theNewestTurnOfAThreadGoesOnAndAnotherBeginsAFork() {
    done("chat", "hello", "there");
    done("chat", "how is the node?");
    List<JsonObject> turns = turns("main");
    String first = turns.getFirst().string("id").orElseThrow();
    String head = turns.getLast().string("id").orElseThrow();

    assertThat(sent(head, "and now?")).isEqualTo("agent:main:main");
    CliTest.Ran _ = owner.run("tick");
    assertThat(turns("main")).hasSize(3);

    String fork = sent(first, "another way");
    assertThat(fork).startsWith("fork-");
    CliTest.Ran _ = owner.run("tick");
    assertThat(turns(fork)).hasSize(2);
    assertThat(turns(fork).getFirst().string("id")).contains(first);
    assertThat(turns("main")).hasSize(3);
    // The newest turn of the fork goes on in the fork.
    assertThat(sent(turns(fork).getLast().string("id").orElseThrow(), "on")).isEqualTo(fork);
    assertThat(owner.run("session", "send", "01JD0000000000000000000000", "hello").exit())
        .isEqualTo(ExitCode.NOT_FOUND);
  }

  private String sent(String to, String text) {
    return done("session", "send", to, text, "--mode", "followup", "--json")
        .json()
        .string("session")
        .orElseThrow();
  }

  @Test
  void theListBeginsWithTheSessionUsedLastAndGoesOnByPages() {
    for (String name : List.of("a", "b", "c")) {
      owner.clock().advance(Duration.ofMinutes(1));
      done("session", "send", "--new", name, "hello");
    }
    owner.clock().advance(Duration.ofMinutes(1));
    done("session", "send", "a", "hello again");
    assertThat(labels()).containsExactly("agent:main:a", "agent:main:c", "agent:main:b");

    JsonObject page = listed("--limit", "2");
    assertThat(labels("--limit", "2", "--after", page.string("next").orElseThrow()))
        .containsExactly("agent:main:b");
    assertThat(owner.run("session", "list", "--after", "nonsense").exit())
        .isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(labels("--state", "waiting")).hasSize(3);
    assertThat(labels("--state", "idle")).isEmpty();
    assertThat(labels("--agent", "coder")).isEmpty();
    assertThat(labels("--persona", "main")).hasSize(3);
  }

  @Test
  void whatWasPutAwayIsNotListedUntilSomebodyWritesThere() {
    done("chat", "--new", "old", "hello");
    owner.clock().advance(Duration.ofDays(40));
    done("chat", "--new", "young", "hello");
    assertThat(done("session", "archive", "--days", "30").out()).contains("1 session put away");
    assertThat(labels()).containsExactly("agent:main:young");
    assertThat(labels("--archived")).containsExactly("agent:main:old");
    assertThat(labels("--all")).hasSize(2);
    assertThat(owner.run("session", "archive", "--days", "30").exit())
        .isEqualTo(ExitCode.NOTHING_TO_DO);
    done("session", "archive", "young");
    done("session", "archive", "--undo", "young");
    done("chat", "old", "hello again");
    assertThat(labels()).containsExactlyInAnyOrder("agent:main:old", "agent:main:young");
    assertThat(owner.run("session", "archive").exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
  }
}
