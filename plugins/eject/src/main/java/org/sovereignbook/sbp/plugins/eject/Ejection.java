package org.sovereignbook.sbp.plugins.eject;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.frontend.command.ProgramVersion;
import org.sovereignbook.sbp.node.FreeName;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.ops.init.EarlierPackages;
import org.sovereignbook.sbp.ops.init.Launcher;
import org.sovereignbook.sbp.peer.step.Step;

/**
 * The script of one step in a node: its state, and its replacement by source or launcher. A script
 * is replaced atomically and is executable; an edited one is first copied to {@code
 * runtime/scripts/backup/}.
 */
record Ejection(Node node, Step step) {
  /** The state of a script. */
  public enum State {
    /** The launcher that {@code sbp init} wrote; the step is built in. */
    BUILTIN,
    /** Source as this program would eject it. */
    EJECTED,
    /** Unedited source of another version of the program. */
    OUTDATED,
    /** Edited source. */
    CHANGED,
    /** Edited source with the package names of an earlier version, which no longer compiles. */
    EARLIER,
    /** Another script that the user has put there. */
    OWN,
    /** No script. */
    MISSING;

    @Override
    public String toString() {
      return Words.of(this);
    }

    /** Returns whether replacing it would lose a person's work. */
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

  /** Returns the version of sbp that wrote an ejected script. */
  public Optional<String> ejectedFrom() {
    return node.readText(file()).flatMap(EjectedText::version);
  }

  /** Returns the differences from the built-in step's source, or from its launcher. */
  public List<String> difference() {
    String text = node.readText(file()).orElse("");
    return LineDiff.of(EjectedText.isEjected(text) ? source() : launcher().text(), text);
  }

  /** Replaces the script by source. Returns the backup of the former one, if it was edited. */
  public Optional<Path> eject() {
    Optional<Path> kept = keep();
    Launcher.replace(node.disk(), file(), source());
    return kept;
  }

  /**
   * Replaces former package names in edited source by the present ones, and keeps the edits.
   *
   * @return the backup of the former script
   */
  public Optional<Path> renew() {
    String text = node.readText(file()).orElseThrow();
    Optional<Path> kept = keep();
    Launcher.replace(node.disk(), file(), EarlierPackages.renewed(text));
    return kept;
  }

  /**
   * Replaces the script by the launcher. Returns the backup of the former one, if it was edited.
   */
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

  /**
   * Compares without the first line, which starts the script; earlier versions wrote a path there.
   */
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
