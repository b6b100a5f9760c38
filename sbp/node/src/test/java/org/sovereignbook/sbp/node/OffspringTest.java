package org.sovereignbook.sbp.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Knowledge of all that a process has started, whatever that does. */
class OffspringTest {
  private static final Instant LATER = Instant.ofEpochSecond(1_000_000_000);
  private static final String MARK = "SBP_AGENT_TOKEN=a-secret-of-this-test";

  /** The process that watches: it starts a shell, waits for its end, and prints what it knows. */
  static final class Watching {
    private Watching() {}

    public static void main(String[] words) throws IOException, InterruptedException {
      Offspring offspring = Offspring.watch();
      ProcessBuilder shell = new ProcessBuilder("sh", "-c", words[0]);
      shell.environment().put("SBP_AGENT_TOKEN", "a-secret-of-this-test");
      int _ = shell.inheritIO().start().waitFor();
      boolean isGone = offspring.isGone(List.of(MARK));
      offspring.reap(LATER);
      offspring.reap(LATER.plusSeconds(59));
      System.out.println(ProcessHandle.current().children().count());
      offspring.reap(LATER.plusSeconds(61));
      System.out.println(ProcessHandle.current().children().count());
      System.out.println(isGone);
    }
  }

  @BeforeEach
  void needsLinux() {
    assumeTrue(OperatingSystem.name().equals("Linux"));
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/setsid")));
  }

  private static List<String> watched(String script) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Watching.class.getName(),
                script));
    Process process =
        Subprocess.started(
            new Subprocess(command, Map.of("PATH", "/usr/bin:/bin"), Path.of("/")).builder());
    try (BufferedReader out = process.inputReader()) {
      return out.lines().toList();
    } finally {
      int _ = process.waitFor();
    }
  }

  /** Returns what is known while a process is left, whose number the script prints first. */
  private static String known(String script) throws IOException, InterruptedException {
    List<String> lines = watched(script);
    ProcessHandle left = ProcessHandle.of(Long.parseLong(lines.getFirst())).orElseThrow();
    assertThat(left.destroyForcibly()).isTrue();
    return lines.getLast();
  }

  @Test
  void whatHasEndedIsGone() throws IOException, InterruptedException {
    assertThat(watched("true & (true &) ; wait").getLast()).isEqualTo("true");
  }

  @Test
  void anAdoptedProcessThatHasEndedLeavesTheTableOfProcesses() throws Exception {
    assertThat(watched("(true &)")).containsExactly("1", "0", "true");
  }

  @Test
  void anOrphanWithoutItsEnvironmentAndSessionIsNotGone() throws IOException, InterruptedException {
    assertThat(known("env -i setsid sleep 600 > /dev/null 2>&1 & echo $!")).isEqualTo("false");
  }

  @Test
  void anOrphanOfAnOrphanIsNotGone() throws IOException, InterruptedException {
    String inner = "sleep 600 > /dev/null 2>&1 & echo $!";
    assertThat(known("env -i setsid -w sh -c '%s'".formatted(inner))).isEqualTo("false");
  }
}
