package org.sovereignbook.sbp.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs({OS.LINUX, OS.MAC})
class WatchdogTest {
  private static final String MARK = "SBP_TEST_RUN=";

  @TempDir private Path folder;

  @Test
  void whoeverIsKilledWhileAProgramOfItsRunsLeavesNoneOfItsProcesses() throws Exception {
    // Linux finds those, too, that have left the tree.
    String left = OS.LINUX.isCurrentOs() ? "setsid sh -c 'echo $$; sleep 600' & " : "";
    Path script =
        Files.writeString(
            folder.resolve("script"),
            "echo $$; sh -c 'sleep 600 & echo $!; wait' & " + left + "sleep 600 & echo $!; wait");
    Process starter =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Starter.class.getName(),
                    folder.toString(),
                    script.toString()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader lines = starter.inputReader(StandardCharsets.UTF_8)) {
      List<ProcessHandle> all =
          lines
              .lines()
              .limit(OS.LINUX.isCurrentOs() ? 4 : 3)
              .map(pid -> ProcessHandle.of(Long.parseLong(pid)).orElseThrow())
              .toList();
      assertThat(all).allSatisfy(process -> assertThat(process.isAlive()).isTrue());
      int _ = starter.destroyForcibly().waitFor();
      for (ProcessHandle each : all) {
        each.onExit().orTimeout(5, TimeUnit.MINUTES).join();
      }
    } finally {
      starter.destroyForcibly();
    }
  }

  /** Runs the script until it is killed, and tells what the script says. */
  static final class Starter {
    public static void main(String[] arguments) throws Exception {
      Path folder = Path.of(arguments[0]);
      Path output = Files.createFile(folder.resolve("output"));
      long[] told = {0};
      Runnable tell =
          () -> {
            try {
              byte[] all = Files.readAllBytes(output);
              System.out.write(all, (int) told[0], all.length - (int) told[0]);
              System.out.flush();
              told[0] = all.length;
            } catch (java.io.IOException e) {
              throw new java.io.UncheckedIOException(e);
            }
          };
      String mark = MARK + "%016x".formatted(new java.security.SecureRandom().nextLong());
      new BoundedProcess(
              List.of("/bin/sh", arguments[1]),
              Map.of("PATH", "/usr/bin:/bin", "SBP_TEST_RUN", mark.substring(MARK.length())),
              folder,
              output,
              folder.resolve("errors"),
              new BoundedProcess.Descendants(mark),
              tell,
              () -> {})
          .run(Path.of("/dev/null"), Duration.ofMinutes(9), 10_000);
    }
  }
}
