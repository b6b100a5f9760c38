package org.sovereignbook.sbp.cli;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.cli.config.ConfigProblems;
import org.sovereignbook.sbp.health.Health;
import org.sovereignbook.sbp.health.SocietyStatus;
import org.sovereignbook.sbp.hooks.HookScript;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.ledger.Ledger;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.FileStamps;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.plugin.PluginException;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.sql.SqliteDatabase;
import org.sovereignbook.sbp.store.StoreException;
import org.sovereignbook.sbp.store.Stores;

/**
 * What {@code status} tells of the configuration, of policies and of the society. A tick leaves it
 * for whoever looks: while their files are as they were, no setting is compared for it, no YAML
 * read, and no database opened.
 */
final class StatusCache {
  private final Session session;
  private final Node node;
  private final Optional<Kept> kept;
  private final String configStamp;
  private final String policiesStamp;
  private final Optional<String> societyStamp;

  /**
   * What the last tick has left.
   *
   * @param config what is wrong with the configuration
   * @param policies what is wrong with the files of policies
   * @param at what time alone has changed since is not in it
   */
  private record Kept(
      String configStamp,
      List<Health.Reason> config,
      String policiesStamp,
      Optional<String> policies,
      Optional<String> societyStamp,
      Society society,
      Timestamp at) {
    boolean isOfNow(Timestamp now) {
      return !at.isAfter(now) && at.plus(Health.TICK_IS_LATE).isAfter(now);
    }
  }

  /**
   * Of a society that there is, and that can be opened, which others tell.
   *
   * @param waiting what waits for the owner, beside those of the status
   */
  record Society(Optional<SocietyStatus> status, List<Health.Reason> waiting) {
    static final Society NONE = new Society(Optional.empty(), List.of());

    Stream<Health.Reason> reasons() {
      return Stream.concat(status.stream().flatMap(it -> it.reasons().stream()), waiting.stream());
    }
  }

  private Optional<Society> society;

  private StatusCache(Session session, Node node, Optional<Kept> kept) {
    this.session = session;
    this.node = node;
    this.kept = kept;
    configStamp = FileStamps.of(List.of(program(), node.home().schedulerConfig()));
    policiesStamp = FileStamps.of(node.disk().files(node.home().access()));
    societyStamp = societyStamp();
    society =
        kept.filter(it -> societyStamp.isPresent() && it.societyStamp.equals(societyStamp))
            .map(Kept::society);
  }

  /** Of a node as it is now. */
  static StatusCache of(Session session, Node node) {
    return new StatusCache(session, node, read(node));
  }

  Node node() {
    return node;
  }

  /** Lets another thread make what {@link #society} will need. */
  void expectSociety() {
    if (society.isEmpty() && node.disk().exists(node.home().society())) {
      SqliteDatabase.expect();
    }
  }

  private static Optional<Kept> read(Node node) {
    try {
      return node.readIntactJson(node.home().statusCache())
          .map(Shape.of(Kept.class)::read)
          .filter(kept -> kept.isOfNow(node.now()));
    } catch (IllegalArgumentException e) {
      // Of another program.
      return Optional.empty();
    }
  }

  /** Hooks are programs in a folder, and what the society knows of them. */
  private Optional<String> societyStamp() {
    try {
      String hooks = FileStamps.of(node.disk().files(HookScript.folder(node)));
      return session
          .extensions(Optional.of(node))
          .ledger(Stores.backend(node))
          .stamp(node)
          .map(database -> configStamp + hooks + database);
    } catch (PluginException e) {
      return Optional.empty();
    }
  }

  /** Another one may find something else. */
  private static Path program() {
    String classPath = System.getProperty("java.class.path", "");
    int end = classPath.indexOf(File.pathSeparatorChar);
    return Path.of(end < 0 ? classPath : classPath.substring(0, end));
  }

  /** What is wrong with the configuration. */
  List<Health.Reason> config() {
    Optional<Kept> same = kept.filter(it -> it.configStamp.equals(configStamp));
    return same.isPresent() ? same.get().config : ConfigProblems.reasons(node);
  }

  /** What is wrong with the files of policies. */
  Optional<String> policies() {
    Optional<Kept> same = kept.filter(it -> it.policiesStamp.equals(policiesStamp));
    return same.isPresent() ? same.get().policies : Health.policies(node);
  }

  /** Nothing of one that cannot be opened, which the rest of a status tells. */
  Society society() {
    if (society.isEmpty()) {
      society = Optional.of(look());
    }
    return society.get();
  }

  private Society look() {
    try {
      Optional<Ledger> opened = session.ledgerIfAny(node);
      if (opened.isEmpty()) {
        return Society.NONE;
      }
      try (Ledger ledger = opened.get()) {
        return new Society(Optional.of(ledger.read(SocietyStatus::of)), OwnerNews.reasons(ledger));
      }
    } catch (StoreException | PluginException e) {
      return Society.NONE;
    }
  }

  /**
   * Leaves what is true now, unless that stands there already, or somebody changes it meanwhile.
   */
  void keep() {
    StatusCache now = new StatusCache(session, node, kept);
    boolean isKept =
        kept.filter(it -> it.configStamp.equals(now.configStamp))
            .filter(it -> it.policiesStamp.equals(now.policiesStamp))
            .isPresent();
    if (now.societyStamp.isEmpty() || (isKept && now.society.isPresent())) {
      return;
    }
    Kept found =
        new Kept(
            now.configStamp,
            now.config(),
            now.policiesStamp,
            now.policies(),
            now.societyStamp,
            now.society(),
            node.now());
    if (now.societyStamp().equals(now.societyStamp)) {
      try {
        node.writeJson(node.home().statusCache(), Shape.write(found));
      } catch (DiskException e) {
        // Then whoever looks finds out anew.
        return;
      }
    }
  }
}
