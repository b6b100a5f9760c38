package org.sovereignbook.sbp.cli.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.TestNode;

class AccessWhoTest {
  @TempDir Path folder;

  private CliTest sbp;

  @BeforeEach
  void twoAgents() {
    TestNode _ = TestNode.in(folder);
    sbp = CliTest.in(folder);
    CliTest.Ran _ = sbp.run("agent", "register", "writer");
    CliTest.Ran _ = sbp.run("agent", "register", "visitor", "--tools=task_list");
  }

  private List<JsonObject> who(String... words) {
    return sbp.run(words).json().array("callers").orElseThrow().objects();
  }

  private JsonObject answer(String tool, String name) {
    return who("access", "who", tool, "--json").stream()
        .filter(one -> one.string("name").orElseThrow().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void everyCallerHasAVerdictAndTheOneReasonThatDecides() {
    assertThat(answer("memory_delete_warm", "you").bool("allowed")).contains(true);
    assertThat(answer("memory_delete_warm", "you").string("channel")).contains("command");
    JsonObject visitor = answer("memory_delete_warm", "visitor");
    assertThat(visitor.bool("allowed")).contains(false);
    assertThat(visitor.string("channel")).contains("mcp");
    assertThat(visitor.string("why").orElseThrow()).contains("capabilities");
    JsonObject strangers = answer("memory_delete_warm", "peers that are unknown");
    assertThat(strangers.bool("allowed")).contains(false);
    assertThat(strangers.string("caller")).contains("trust:unknown");
  }

  @Test
  void theAnswerIsThatOfACheckOfEachCaller() {
    for (JsonObject one : who("access", "who", "mail_send", "--json")) {
      JsonObject checked =
          sbp.run(
                  "access",
                  "check",
                  "--as=" + one.string("caller").orElseThrow(),
                  "--channel=" + one.string("channel").orElseThrow(),
                  "--tool=mail_send",
                  "--json")
              .json();
      assertThat(one.bool("allowed")).as("%s", one).isEqualTo(checked.bool("allowed"));
      assertThat(one.string("reason")).isEqualTo(checked.string("reason"));
    }
  }

  @Test
  void wordsOfACommandNameItsToolAndOnlyThoseWhoMayAreListed() {
    assertThat(who("access", "who", "memory forget", "--allowed", "--json"))
        .isNotEmpty()
        .allSatisfy(one -> assertThat(one.bool("allowed")).contains(true));
    assertThat(sbp.run("access", "who", "memory_forget").out()).contains("may not", "visitor");
    assertThat(sbp.run("access", "who", "memory_delete_warm", "--limit", "1").out())
        .contains("--after");
  }

  @Test
  void aToolThatIsNoneIsRefusedWithTheNearest() {
    CliTest.Ran ran = sbp.run("access", "who", "memory_delete_wram");

    assertThat(ran.exit()).isEqualTo(ExitCode.NOT_FOUND);
    assertThat(ran.err()).contains("memory_delete_wram", "sbp access who memory_delete_warm");
  }
}
