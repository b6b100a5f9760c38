package org.sovereignbook.sbp.plugins.channels;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;

/** A week of a node by a clock that stands until the test turns it. */
class OwnerDigestTest {
  private static final int DAYS = 7;

  @TempDir private Path folder;

  private List<JsonObject> outbox(CliTest cli) {
    return cli.run("channel", "outbox", "--json", "--limit", "1000")
        .json()
        .array("messages")
        .orElseThrow()
        .objects();
  }

  private List<String> texts() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("sync/out"))) {
      List<String> texts = new ArrayList<>();
      for (Path file : files.toList()) {
        texts.add(Files.readString(file));
      }
      return texts;
    }
  }

  private CliTest node() {
    assertThat(CliTest.in(folder).run("init", "n", "--local").exit()).isEqualTo(ExitCode.DONE);
    CliTest cli = CliTest.in(folder.resolve("n"));
    for (String words :
        List.of(
            "config set access.time_zone Europe/Berlin",
            "channel add folder --path " + folder.resolve("sync") + " --owner me --no-test")) {
      assertThat(cli.run(words.split(" ")).exit()).isEqualTo(ExitCode.DONE);
    }
    return cli;
  }

  @Test
  void aWeekBringsOneDigestADayAtItsHourAndNoMessageTwice() throws IOException {
    CliTest cli = node();
    LocalDate first = LocalDate.ofInstant(cli.clock().instant(), ZoneOffset.UTC);
    for (int minute = 0; minute < DAYS * 24 * 60; minute += 15) {
      cli.clock().advance(Duration.ofMinutes(15));
      if (minute % (8 * 60) == 0) {
        CliTest.Ran _ = cli.run("channel", "send", "note of minute " + minute);
      }
      assertThat(cli.run("channel", "run", "--once").exit()).isEqualTo(ExitCode.DONE);
    }
    List<JsonObject> digests =
        outbox(cli).stream()
            .filter(one -> one.string("kind").filter("digest"::equals).isPresent())
            .toList();
    assertThat(digests).hasSize(DAYS);
    assertThat(digests)
        .extracting(one -> one.string("created_at").orElse("").substring(0, 13))
        .as("at seven in Berlin, which is six by UTC")
        .containsExactlyElementsOf(
            Stream.iterate(first.plusDays(DAYS), day -> day.minusDays(1))
                .limit(DAYS)
                .map(day -> day + "T06")
                .toList());
    assertThat(outbox(cli))
        .allMatch(one -> one.string("state").filter("accepted"::equals).isPresent());
    assertThat(texts()).hasSameSizeAs(outbox(cli)).doesNotHaveDuplicates();
  }

  @Test
  void aNodeThatSleptForDaysSendsTheDigestOfYesterdayOnly() {
    CliTest cli = node();
    cli.clock().advance(Duration.ofDays(5));
    for (int i = 0; i < 3; i++) {
      CliTest.Ran _ = cli.run("channel", "run", "--once");
    }
    assertThat(outbox(cli))
        .filteredOn(one -> one.string("kind").filter("digest"::equals).isPresent())
        .hasSize(1);
  }
}
