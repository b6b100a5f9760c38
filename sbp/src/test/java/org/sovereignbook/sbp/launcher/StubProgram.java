package org.sovereignbook.sbp.launcher;

/** A program for a real JVM to start: says who called it, and exits with a code of its own. */
public final class StubProgram {
  private StubProgram() {}

  public static void main(String[] arguments) {
    System.out.println("greeted by " + arguments[0]);
    System.exit(7);
  }
}
