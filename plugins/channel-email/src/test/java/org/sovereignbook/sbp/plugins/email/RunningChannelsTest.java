package org.sovereignbook.sbp.plugins.email;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Polling;

/** The process that receives and sends, as sbp up keeps it. */
@Timeout(600)
class RunningChannelsTest extends MailScene {
  private static final int KILLS = Integer.getInteger("sbp.channels.kills", 4);
  private static final Polling EACH_MOMENT =
      new Polling(InstantSource.system(), Duration.ofMillis(200));

  private long waiting() {
    return json("session", "list").array("sessions").orElseThrow().objects().stream()
        .mapToLong(one -> one.integer("waiting").orElse(0))
        .sum();
  }

  private boolean isSettled() {
    return outbox().stream().allMatch(one -> one.string("state").orElse("").equals("accepted"));
  }

  @Test
  void aMailIsTakenAsSoonAsItArrivesAndAMessageLeavesAtOnce() throws InterruptedException {
    // Mails count from the first contact on: that of the command, or that of the process.
    add("--no-alarms", "--no-digest");
    Thread running = Thread.ofPlatform().start(() -> run("channel", "run"));
    assertThat(EACH_MOMENT.until(Duration.ofMinutes(1), () -> ofOwner().size() == 1)).isTrue();
    for (int i = 1; i <= 3; i++) {
      int number = i;
      arrives(
          ofOwner(
              "idle" + i,
              "hello",
              "In-Reply-To: " + header(ofOwner().getFirst(), "Message-ID") + "\r\n",
              "who is there? " + i));
      assertThat(EACH_MOMENT.until(Duration.ofMinutes(1), () -> waiting() == number)).isTrue();
    }
    String _ = done("channel", "remove", "email");
    running.join();
  }

  @Test
  void aMessageLeavesWhileTheServerOfTheMailboxHangs() throws IOException, InterruptedException {
    Iterator<FaultyProxy.Fault> faults = List.of(FaultyProxy.Fault.CUT_AFTER).iterator();
    try (FaultyProxy smtp =
            FaultyProxy.smtp(
                mail.smtp(), () -> faults.hasNext() ? faults.next() : FaultyProxy.Fault.NONE);
        FaultyProxy imap = FaultyProxy.hanging(mail.imap())) {
      String _ = done(words(smtp.port(), imap.port(), "--no-alarms", "--no-digest", "--no-test"));
      Thread running = Thread.ofPlatform().start(() -> run("channel", "run"));
      assertThat(EACH_MOMENT.until(Duration.ofMinutes(1), () -> isUnknown(outbox().getFirst())))
          .isTrue();
      clock.pass(Duration.ofSeconds(15));
      assertThat(EACH_MOMENT.until(Duration.ofMinutes(1), () -> imap.open() == 2))
          .as("one connection receives, and one looks for the message of unknown outcome")
          .isTrue();

      String _ = done("channel", "send", "second");
      assertThat(
              EACH_MOMENT.until(Duration.ofMinutes(1), () -> is(outbox().getFirst(), "accepted")))
          .isTrue();
      assertThat(imap.open()).as("the server hangs all the time").isEqualTo(2);
      assertThat(outbox().getLast()).matches(one -> is(one, "queued"));
      imap.end();
      String _ = done("channel", "remove", "email");
      running.join();
    }
  }

  private static boolean isUnknown(JsonObject message) {
    return message.string("reason").filter(it -> it.contains("outcome is not known")).isPresent();
  }

  @Test
  @Tag("trial")
  void aProcessThatIsKilledAnyTimeDoublesAndLosesNothing()
      throws IOException, InterruptedException {
    Random random = new Random(9);
    add("--no-alarms", "--no-digest");
    int queued = 1;
    for (int i = 0; i < KILLS; i++) {
      for (int j = 0; j < 5; j++) {
        String _ = done("channel", "send", "message " + queued++);
      }
      arrives(ofOwner("k" + i, "kill " + i, "", "what waits for me? " + i));
      Process process = process();
      boolean _ = process.waitFor(1_500 + random.nextInt(3_000), TimeUnit.MILLISECONDS);
      process.destroyForcibly().waitFor();
    }
    for (int i = 0; i < 20 && !isSettled(); i++) {
      clock.pass(Duration.ofMinutes(6));
      round();
    }
    assertThat(outbox())
        .hasSize(queued)
        .allMatch(one -> one.string("state").orElse("").equals("accepted"));
    assertThat(ofOwner().stream().map(one -> header(one, OutgoingMail.KEY)))
        .hasSize(queued)
        .doesNotHaveDuplicates();
    round();
    assertThat(waiting()).isEqualTo(KILLS);
  }

  private Process process() throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "org.sovereignbook.sbp.cli.Main",
                "channel",
                "run",
                "--home",
                home().toString()));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(home().toFile())
            .redirectErrorStream(true)
            .redirectOutput(new File(folder.toFile(), "process.log"));
    builder.environment().clear();
    builder.environment().putAll(environment());
    return builder.start();
  }
}
