package org.sovereignbook.sbp.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** A stand-in for the program's entry point: answers {@code --help} and {@code --version}. */
@Command(name = "sbp", mixinStandardHelpOptions = true, version = "0.1.0-SNAPSHOT")
public final class Main implements Runnable {
  private Main() {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new Main()).execute(args));
  }

  @Override
  public void run() {
    CommandLine.usage(this, System.out);
  }
}
