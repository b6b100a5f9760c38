package org.sovereignbook.sbp.plugins.demo.script;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The process of one node of the demo, in which its commands run one after another. It ends with
 * the demo's other processes.
 */
public final class NodeProcess {
  private final Children children;
  private final Process process;
  private final BufferedReader answers;

  NodeProcess(Children children, Process process) {
    this.children = children;
    this.process = process;
    this.answers = process.inputReader(StandardCharsets.UTF_8);
  }

  /** Runs one {@code sbp} command in it. */
  public synchronized Children.Ended run(String... words) throws IOException {
    Path output = children.output(words[0]);
    String line =
        output + DemoNodeCommand.SEPARATOR + String.join(DemoNodeCommand.SEPARATOR, words) + "\n";
    process.getOutputStream().write(line.getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
    String code = answers.readLine();
    if (code == null) {
      throw new IOException("the process of a node ended at sbp " + words[0]);
    }
    return new Children.Ended(
        "sbp " + String.join(" ", words), Integer.parseInt(code), Files.readString(output));
  }
}
