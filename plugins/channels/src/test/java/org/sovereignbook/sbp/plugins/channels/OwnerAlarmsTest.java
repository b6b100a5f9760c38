package org.sovereignbook.sbp.plugins.channels;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;

/** Alarms reach the owner by two channels, each told once, and are ended when mended. */
class OwnerAlarmsTest {
  private static final List<String> CHANNELS = List.of("phone", "tablet");

  @TempDir private Path folder;
  private CliTest cli;

  @BeforeEach
  void make() {
    assertThat(CliTest.in(folder).run("init", "n", "--local").exit()).isEqualTo(ExitCode.DONE);
    cli = CliTest.in(folder.resolve("n"));
    set("server.free_disk_floor_bytes", "0");
    for (String channel : CHANNELS) {
      done(
          "channel",
          "add",
          "folder",
          channel,
          "--path",
          folder.resolve(channel).toString(),
          "--owner",
          "me",
          "--no-digest",
          "--no-test");
    }
    passWell(1);
  }

  private void done(String... words) {
    CliTest.Ran ran = cli.run(words);
    assertThat(ran.exit()).as(ran.out() + ran.err()).isEqualTo(ExitCode.DONE);
  }

  private void set(String key, String value) {
    done("config", "set", key, value);
  }

  private Path operational(String file) {
    return folder.resolve("n/runtime/operational").resolve(file);
  }

  /** Lets the scheduler have been active now. */
  private void ticks() {
    try {
      Path _ =
          Files.writeString(
              folder.resolve("n/runtime/scheduler-state.json"),
              "{\"last_updated\":\"%s\"}".formatted(cli.clock().instant()));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Lets hours pass in which the channels work, four times an hour. */
  private void pass(int hours) {
    for (int i = 0; i < hours * 4; i++) {
      cli.clock().advance(Duration.ofMinutes(15));
      done("channel", "run", "--once");
    }
  }

  /** Lets hours pass in which the node also ticks. */
  private void passWell(int hours) {
    for (int i = 0; i < hours * 4; i++) {
      ticks();
      cli.clock().advance(Duration.ofMinutes(15));
      done("channel", "run", "--once");
    }
  }

  /** Returns the subjects of a channel's messages that have some words in them, the oldest last. */
  private List<String> told(String channel, String words) {
    try (Stream<Path> files = Files.list(folder.resolve(channel).resolve("out"))) {
      List<String> subjects = new ArrayList<>();
      for (Path file : files.toList()) {
        subjects.add(Files.readAllLines(file).getFirst());
      }
      return subjects.stream().filter(line -> line.contains(words)).sorted().toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void isToldOnce(String words) {
    for (String channel : CHANNELS) {
      assertThat(told(channel, words))
          .as(channel)
          .singleElement()
          .satisfies(line -> assertThat(line).doesNotContain("over:"));
    }
  }

  private void isTold(String words, int times) {
    for (String channel : CHANNELS) {
      assertThat(told(channel, words)).as(channel).hasSize(times);
      assertThat(told(channel, words))
          .as(channel)
          .filteredOn(line -> line.startsWith("# over: "))
          .hasSize(times / 2);
    }
  }

  @Test
  void aNodeThatIsDownIsToldOnceByBothAndAgainWhenItIsUp() {
    passWell(2);
    isTold("no tick since", 0);
    pass(6);
    isToldOnce("no tick since");
    passWell(2);
    isTold("no tick since", 2);
    pass(2);
    passWell(2);
    isTold("no tick since", 4);
  }

  @Test
  void aProblemThatComesAndGoesWithinMinutesIsOneAlarm() {
    pass(1);
    isToldOnce("no tick since");
    set("channels.alarm_minutes", "60");
    for (int i = 0; i < 4; i++) {
      ticks();
      done("channel", "run", "--once");
      cli.clock().advance(Duration.ofMinutes(50));
      done("channel", "run", "--once");
    }
    isToldOnce("no tick since");
  }

  @Test
  void aSpentBudgetIsToldOnceByBothAndEndsWithTheDay() throws IOException {
    set("llm.daily_call_limit", "2");
    passWell(1);
    isTold("budget", 0);
    calls(2);
    passWell(3);
    isToldOnce("the models' budget of this day (UTC) is spent: 2 of 2 calls");
    passWell(12);
    isTold("budget of this day", 2);
  }

  private void calls(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      Path _ =
          Files.writeString(
              operational("llm-ledger.jsonl"),
              ("{\"event\":\"reserved\",\"time\":\"%1$s\",\"component\":\"reader\",\"backend\":"
                      + "\"fake\",\"id\":\"%2$d\",\"tokens\":100}\n")
                  .formatted(cli.clock().instant(), i),
              StandardOpenOption.CREATE,
              StandardOpenOption.APPEND);
    }
  }

  @Test
  void aStolenKeyIsToldOnceByBothAndEndsWhenItHasNotBeenSeenForDays() throws IOException {
    passWell(1);
    isTold("hold that key", 0);
    Path _ =
        Files.writeString(
            folder.resolve("n/runtime/ops-log.md"),
            "[reader] %s refused an identity document of Eve: it is older; somebody else may hold that key, ask its owner\n"
                .formatted(cli.clock().instant()),
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
    passWell(20);
    isToldOnce("hold that key");
    passWell(40);
    isTold("hold that key", 2);
  }
}
