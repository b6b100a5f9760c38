package org.sovereignbook.sbp.cli;

/** The process around {@link Program}: its arguments, streams, environment and exit code. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.exit(new Program(World.ofProcess()).run(args).number());
  }
}
