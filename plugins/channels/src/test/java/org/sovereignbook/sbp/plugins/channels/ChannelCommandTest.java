package org.sovereignbook.sbp.plugins.channels;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.node.Polling;

/** Channels by the command line, with the kind that needs no server. */
class ChannelCommandTest {
  @TempDir private Path folder;
  private CliTest cli;

  @BeforeEach
  void make() {
    assertThat(CliTest.in(folder).run("init", "n", "--local").exit()).isEqualTo(ExitCode.DONE);
    cli = CliTest.in(folder.resolve("n"));
  }

  private CliTest.Ran add(String... more) {
    return cli.run(
        Stream.concat(
                Stream.of(
                    "channel",
                    "add",
                    "folder",
                    "--path",
                    folder.resolve("sync").toString(),
                    "--owner",
                    "me",
                    "--no-alarms",
                    "--no-digest"),
                Stream.of(more))
            .toArray(String[]::new));
  }

  @Test
  void aFolderIsMeantFromWhereItsCommandIsCalled() {
    assertThat(
            cli.workingIn(folder.resolve("n"))
                .run("channel", "add", "folder", "--path", "own", "--owner", "me")
                .exit())
        .isEqualTo(ExitCode.DONE);

    assertThat(
            cli.workingIn(folder)
                .run("channel", "run", "--once", "--home", folder.resolve("n").toString())
                .exit())
        .isEqualTo(ExitCode.DONE);

    assertThat(folder.resolve("n/own/out")).isNotEmptyDirectory();
    assertThat(folder.resolve("own")).doesNotExist();
  }

  private List<JsonObject> outbox(String... more) {
    return cli.run(
            Stream.concat(Stream.of("channel", "outbox", "--json"), Stream.of(more))
                .toArray(String[]::new))
        .json()
        .array("messages")
        .orElseThrow()
        .objects();
  }

  private static boolean is(JsonObject one, String state) {
    return one.string("state").filter(state::equals).isPresent();
  }

  private List<String> out() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("sync/out"))) {
      return files
          .map(
              file -> {
                try {
                  return Files.readString(file);
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              })
          .toList();
    }
  }

  @Test
  void aChannelIsTestedGreetsAndBringsAMessageToTheSession() throws IOException {
    CliTest.Ran added = add();
    assertThat(added.exit()).as(added.err()).isEqualTo(ExitCode.DONE);
    assertThat(added.out()).contains("the message arrived at this account");
    Files.writeString(folder.resolve("sync/in/one.md"), "who are my peers?");
    assertThat(cli.run("channel", "run", "--once").exit()).isEqualTo(ExitCode.DONE);
    assertThat(outbox()).singleElement().matches(one -> is(one, "accepted"));
    assertThat(outbox().getFirst().string("server_id").orElse("")).endsWith(".md");
    assertThat(out()).hasSize(2).anyMatch(text -> text.contains("Your agent writes to you here"));
    assertThat(cli.run("session", "list", "--json").json().toString())
        .contains("agent:main:main", "\"waiting\":1");
    assertThat(folder.resolve("sync/in/one.md")).doesNotExist();
  }

  @Test
  void whatWaitsFailsWhenTheChannelIsRemovedAndIsNotAcceptedByARetry() {
    add("--no-test");
    String id = outbox("--queued").getFirst().string("id").orElseThrow();
    assertThat(cli.run("channel", "remove", "folder").exit()).isEqualTo(ExitCode.DONE);
    assertThat(outbox("--failed")).singleElement().matches(one -> one.has("reason"));
    assertThat(cli.run("channel", "retry", id).exit()).isEqualTo(ExitCode.DONE);
    assertThat(outbox("--queued")).hasSize(1);
    assertThat(cli.run("channel", "remove", "folder").exit()).isEqualTo(ExitCode.NOT_FOUND);
    assertThat(cli.run("channel", "list").out()).contains("no channels");
  }

  /** An address that was mistyped must not keep the owner's rights. */
  @Test
  void theOwnersAddressIsTheirsWhileAChannelHasIt() {
    add("--no-test");
    String _ = cli.run("channel", "add", "folder", "other", "--path", "o", "--owner", "me").out();
    assertThat(cli.run("channel", "remove", "folder").exit()).isEqualTo(ExitCode.DONE);
    assertThat(cli.run("entity", "list").out()).contains("folder:me");

    assertThat(cli.run("channel", "remove", "other").exit()).isEqualTo(ExitCode.DONE);

    assertThat(cli.run("entity", "list").out()).doesNotContain("folder:me");
  }

  @Test
  void failuresOfAChannelThatIsGoneAreNoNews() {
    add("--no-test");
    String _ = cli.run("channel", "add", "folder", "other", "--path", "o", "--owner", "me").out();
    assertThat(cli.run("channel", "remove", "folder").exit()).isEqualTo(ExitCode.DONE);

    assertThat(cli.run("status").out())
        .contains("\nchannels  alarms by other")
        .doesNotContain("failed:  sbp channel outbox");
  }

  /** A tick works on channels, too, and sbp up ends with a process that it keeps. */
  @Test
  void theProcessThatSbpUpKeepsWaitsForATick() throws Exception {
    add("--no-test");
    CompletableFuture<CliTest.Ran> running;
    try (NodeLock _ =
        NodeLock.tryAcquire(
                folder.resolve("n/runtime/operational/channels.lock"),
                "a tick",
                new Timestamp(Instant.EPOCH),
                "token")
            .orElseThrow()) {
      running = CompletableFuture.supplyAsync(() -> cli.run("channel", "run"));
      boolean _ =
          new Polling(InstantSource.system(), Duration.ofMillis(50))
              .until(Duration.ofSeconds(2), running::isDone);
    }
    assertThat(cli.run("channel", "remove", "folder").exit()).isEqualTo(ExitCode.DONE);

    assertThat(running.get().out()).contains("channels are open");
    assertThat(running.get().exit()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void aMissingOrUnknownOptionIsNamed() {
    assertThat(cli.run("channel", "add", "folder", "--owner", "me").err())
        .contains("--path is missing");
    assertThat(add("--imap", "h:1").err()).contains("has no --imap");
    assertThat(cli.run("channel", "add", "pigeon").err()).contains("no channel is called");
    assertThat(add("--no-test").exit()).isEqualTo(ExitCode.DONE);
    assertThat(add("--no-test").err()).contains("there is a channel folder");
    assertThat(cli.run("channel", "retry", "nothing").exit()).isEqualTo(ExitCode.NOT_FOUND);
  }

  @Test
  void aMessageToTheOwnerIsQueuedAndListedOnce() {
    add("--no-test");
    JsonObject queued = cli.run("channel", "send", "high", "water", "--json").json();
    assertThat(queued.string("state")).contains("queued");
    assertThat(outbox())
        .hasSize(2)
        .first()
        .satisfies(one -> assertThat(one.string("subject")).contains("high water"));
    assertThat(cli.run("channel", "list", "--json").json().toString()).contains("\"queued\":2");
    assertThat(cli.run("status").out()).contains("no alarms by channels; 2 messages wait");
  }
}
