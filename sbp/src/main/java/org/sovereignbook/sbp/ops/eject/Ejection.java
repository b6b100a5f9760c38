package org.sovereignbook.sbp.ops.eject;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.frontend.command.ProgramVersion;
import org.sovereignbook.sbp.node.FreeName;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.ops.init.Launcher;
import org.sovereignbook.sbp.peer.step.Step;

/**
 * The script of one step in a node: what it is now, and how it becomes source or launcher. A script
 * is replaced in one moment, executable; one that a person has changed is copied to {@code
 * runtime/scripts/backup/} before.
 */
record Ejection(Node node, Step step) {
  /** What a script is. */
  public enum State {
    /** The launcher that {@code sbp init} wrote: the step is the program's own. */
    BUILTIN,
    /** Source, as this program would eject it. */
    EJECTED,
    /** Source that nobody has touched, of another version of the program. */
    OUTDATED,
    /** Source that was changed. */
    CHANGED,
    /** Changed source with the package names of an earlier version, which no longer compiles. */
    EARLIER,
    /** Something else that a person has put there. */
    OWN,
    /** There is none. */
    MISSING;

    @Override
    public String toString() {
      return Words.of(this);
    }

    /** Whether a person's work would be lost with it. */
    public boolean isPrecious() {
      return this == CHANGED || this == EARLIER || this == OWN;
    }
  }

  public Path file() {
    return node.home().scripts().resolve(step.script());
  }

  public State state() {
    return node.readText(file()).map(this::state).orElse(State.MISSING);
  }

  /** The version of sbp that an ejected script comes from. */
  public Optional<String> ejectedFrom() {
    return node.readText(file()).flatMap(EjectedText::version);
  }

  /** What is different from the built-in step's own source, or else from its launcher. */
  public List<String> difference() {
    String text = node.readText(file()).orElse("");
    return LineDiff.of(EjectedText.isEjected(text) ? source() : launcher().text(), text);
  }

  /** Makes it source; returns where the script before was kept, if it was worth it. */
  public Optional<Path> eject() {
    Optional<Path> kept = keep();
    Launcher.replace(node.disk(), file(), source());
    return kept;
  }

  /**
   * Brings changed source over to the package names of today, and keeps the changes.
   *
   * @return the place of the script before
   */
  public Optional<Path> renew() {
    String text = node.readText(file()).orElseThrow();
    Optional<Path> kept = keep();
    Launcher.replace(node.disk(), file(), EarlierPackages.renewed(text));
    return kept;
  }

  /** Makes it the launcher again; returns where the script before was kept, if it was worth it. */
  public Optional<Path> restore() {
    Optional<Path> kept = keep();
    launcher().write(node);
    return kept;
  }

  private State state(String text) {
    if (launcher().text().equals(text)) {
      return State.BUILTIN;
    }
    if (!EjectedText.isEjected(text)) {
      return State.OWN;
    }
    if (!EjectedText.isUntouched(text)) {
      return EarlierPackages.areIn(text) ? State.EARLIER : State.CHANGED;
    }
    return sameSource(text) ? State.EJECTED : State.OUTDATED;
  }

  /** The first line is about starting it; earlier versions named a place there. */
  private boolean sameSource(String text) {
    return withoutMaking(text).equals(withoutMaking(source()));
  }

  private static String withoutMaking(String text) {
    return EjectedText.withoutMaking(text.substring(text.indexOf('\n')));
  }

  private String source() {
    return EjectedText.of(step, ProgramVersion.text());
  }

  private Launcher launcher() {
    return new Launcher(step);
  }

  private Optional<Path> keep() {
    if (!state().isPrecious()) {
      return Optional.empty();
    }
    String name = step.script() + "-" + node.now().inFileName();
    Path backup =
        FreeName.of(node.home().scripts().resolve("backup").resolve(name), node.disk()::exists);
    node.disk().write(backup, node.disk().read(file()).orElseThrow());
    return Optional.of(backup);
  }
}
