package org.sovereignbook.sbp.plugins.returning;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;

/** An agent leaves a node by a file, works on another, and returns, by the commands. */
class AgentReturnTest {
  @TempDir Path folder;
  private CliTest home;
  private CliTest away;

  @BeforeEach
  void makeNodes() {
    for (String name : List.of("home", "away")) {
      assertThat(CliTest.in(folder).run("init", name, "--local").exit()).isEqualTo(ExitCode.DONE);
    }
    home = CliTest.in(folder.resolve("home"));
    away = CliTest.in(folder.resolve("away"));
    done(home, "agent", "register", "scout");
    done(home, "agent", "activate", "scout");
    done(home, "memory", "add", "--as", "scout", "--id", "route", "north by the river");
  }

  private static CliTest.Ran done(CliTest at, String... words) {
    CliTest.Ran ran = at.run(words);
    assertThat(ran.exit()).as(String.join(" ", words) + ran.err()).isEqualTo(ExitCode.DONE);
    return ran;
  }

  @Test
  void anAgentGoesToAnotherNodeAndReturnsWithWhatItLearned() {
    JsonObject left = done(home, "agent", "leave", "scout", "../out.json", "--json").json();
    assertThat(left.bool("secret")).contains(true);
    assertThat(home.run("memory", "add", "--as", "scout", "x").exit()).isEqualTo(ExitCode.REFUSED);

    done(away, "agent", "host", "../out.json");
    done(away, "memory", "add", "--as", "scout", "--id", "route", "south by the hill");
    done(away, "memory", "add", "--as", "scout", "--id", "inn", "the inn is full");
    JsonObject back = done(away, "agent", "leave", "scout", "../back.json", "--json").json();
    assertThat(back.bool("secret")).contains(false);

    JsonObject begun = done(home, "agent", "return", "../back.json", "--json").json();
    assertThat(begun.string("state")).contains("staged");
    assertThat(begun.array("items").map(JsonArray::objects).orElseThrow()).hasSize(2);
    assertThat(home.run("agent", "review", "scout", "--json").json().string("state"))
        .contains("staged");
    assertThat(done(home, "agent", "merge", "scout").out()).contains("merged");
    assertThat(done(home, "memory", "read", "--as", "scout", "route").out())
        .contains("south by the hill");
  }

  @Test
  void whileItIsOffNobodyLeavesAndEverythingElseWorks() {
    done(home, "plugin", "off", "returning");
    CliTest.Ran refused = home.run("agent", "leave", "scout", "../out.json");
    assertThat(refused.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(refused.err()).contains("the feature returning is off", "sbp plugin on returning");
    assertThat(folder.resolve("out.json")).doesNotExist();
    assertThat(done(home, "agent", "list").out()).contains("scout");
    assertThat(done(home, "memory", "read", "--as", "scout", "route").out()).contains("north");

    done(home, "plugin", "on", "returning");
    done(home, "agent", "leave", "scout", "../out.json");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void theFileIsForItsOwnerOnlyAndNoOtherIsOverwritten() throws IOException {
    done(home, "agent", "leave", "scout", "../out.json");

    Path file = folder.resolve("out.json");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(home.run("agent", "leave", "scout", "../out.json").exit())
        .isEqualTo(ExitCode.REFUSED);
    done(home, "agent", "leave", "scout", "../again.json");
  }

  @Test
  void anAgentOfThisNodeIsNoGuestHereAndABrokenFileIsRefused() throws IOException {
    done(home, "agent", "leave", "scout", "../out.json");
    String text = Files.readString(folder.resolve("out.json"));
    Files.writeString(folder.resolve("broken.json"), text.replace("north", "south"));

    assertThat(home.run("agent", "host", "../out.json").err()).contains("is an agent of this node");
    assertThat(away.run("agent", "host", "../broken.json").err()).contains("not signed");
  }
}
