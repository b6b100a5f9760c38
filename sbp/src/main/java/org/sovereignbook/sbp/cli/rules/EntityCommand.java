package org.sovereignbook.sbp.cli.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.access.EntityTable;
import org.sovereignbook.sbp.authority.access.Requester;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.OwnerOptions;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.frontend.command.Widening;
import org.sovereignbook.sbp.frontend.screen.RequesterFinder;
import org.sovereignbook.sbp.frontend.screen.ScreenNames;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.store.Peer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp entity}: the entities that policies name (docs/access.md). */
@Command(
    description = "people, agents, peers in policies",
    subcommands = {
      EntityCommand.ListEntities.class,
      EntityCommand.Show.class,
      EntityCommand.Add.class,
      EntityCommand.Merge.class,
      EntityCommand.Tag.class
    })
@Example("sbp entity add Mum --relationship family --identity email:mum@example.org")
public final class EntityCommand extends EntityListing {
  static final String ENTITY = "an entity, an agent or a peer, by its name";

  /**
   * An entity as policies see it.
   *
   * @param persona the name that an agent shows on other channels
   */
  record Known(
      Principal principal,
      String name,
      String kind,
      boolean isUser,
      Optional<String> relationship,
      List<String> tags,
      List<String> identities,
      Optional<String> persona) {}

  @Command(name = "list", description = "all entities, and the node's agents")
  @Tool(set = Toolset.ACCESS, shows = Tool.Text.OWN, reads = true)
  @Tool.Says(
      "Lists the people, nodes and agents that this node knows, with their relationships and"
          + " tags.")
  @AgentAccess(data = DataAccess.FULL)
  static final class ListEntities extends EntityListing {}

  /** A command that looks up one entity before its transaction. */
  abstract static class OfOne extends SocietyCommand<Known> {
    private Optional<RequesterFinder> who = Optional.empty();

    @Override
    protected void prepare(Session session) {
      Node node = session.node();
      who = Optional.of(new RequesterFinder(session, node));
    }

    RequesterFinder who() {
      return who.orElseThrow();
    }

    Known known(Transaction tx, String name) {
      Requester found = who().find(tx, name);
      Optional<EntityTable.Entity> entity =
          new EntityTable(tx).find(found.person().orElse(found.principal().text()));
      return new Known(
          found.principal(),
          found.name(),
          found.kind().toString(),
          found.isUser(),
          found.relationship(),
          found.tags().stream().sorted().toList(),
          entity.map(EntityListing::identities).orElse(List.of()),
          entity
              .filter(one -> one.type() == EntityTable.Type.PERSONA)
              .map(EntityTable.Entity::name));
    }

    /** Returns the entity of this name; creates it for an agent or a peer that has none. */
    EntityTable.Entity entity(Transaction tx, Caller caller, String name) {
      EntityTable table = new EntityTable(tx);
      Optional<EntityTable.Entity> found = table.find(name);
      if (found.isPresent()) {
        return found.get();
      }
      Optional<Agent> agent = Agents.living(tx, name);
      if (agent.isPresent()) {
        return made(
            table,
            caller,
            EntityTable.Type.AGENT,
            name,
            new EntityTable.Identity(Entities.AGENT, agent.get().id().hex()));
      }
      Optional<Peer> peer = who().peer(name);
      if (peer.isPresent()) {
        return made(
            table,
            caller,
            EntityTable.Type.PEER,
            peer.get().name(),
            new EntityTable.Identity(Entities.SBP, peer.get().publicKey().toString()));
      }
      return table.named(name);
    }

    private static EntityTable.Entity made(
        EntityTable table,
        Caller caller,
        EntityTable.Type type,
        String name,
        EntityTable.Identity identity) {
      Optional<EntityTable.Entity> known = table.known(identity);
      if (known.isPresent()) {
        return known.get();
      }
      if (EntityTable.isReserved(name) || table.find(name).isPresent()) {
        throw CliException.refused(
            "%s has the name %s, as another entity has".formatted(identity, PeerText.quote(name)),
            "give it a name of its own:  sbp entity add NAME --identity " + identity);
      }
      EntityTable.Entity entity = table.add(type, name, Optional.empty(), caller.authority());
      table.identify(entity, identity, caller.authority());
      return table.named(entity.id());
    }

    @Override
    protected ExitCode show(Output output, Known known) {
      output.line("name          " + PeerText.plain(known.name()));
      known.persona().ifPresent(word -> output.line("persona       " + PeerText.plain(word)));
      output.line("principal     " + ScreenNames.brief(known.principal().text()));
      output.line(
          "is            "
              + known.kind()
              + (known.isUser() && !known.kind().equals("owner") ? ", the owner" : ""));
      known.relationship().ifPresent(word -> output.line("relationship  " + word));
      if (!known.tags().isEmpty()) {
        output.line("tags          " + String.join(" ", known.tags()));
      }
      known.identities().forEach(each -> output.line("known as      " + PeerText.plain(each)));
      return output.done(known);
    }
  }

  @Command(name = "show", description = "show an entity as policies see it")
  @Example("sbp entity show owner")
  @Exit(code = ExitCode.NOT_FOUND, means = "no entity has this name")
  @Tool(set = Toolset.ACCESS, shows = Tool.Text.OWN, reads = true)
  @Tool.Says("Shows one person, node or agent as policies see it.")
  @AgentAccess(data = DataAccess.FULL)
  static final class Show extends OfOne {
    @Parameters(paramLabel = "WHO", description = "whom: " + RequesterFinder.WORDS)
    String name = "";

    @Override
    protected Known work(Transaction tx, Caller caller) {
      return known(tx, name);
    }
  }

  /** A command for the owner only, because it changes on whose behalf others act. */
  @ForOwner
  abstract static class OwnerChange extends OfOne implements Widening {
    @Mixin OwnerOptions asOwner = new OwnerOptions();

    @Override
    public final OwnerOptions asOwner() {
      return asOwner;
    }
  }

  @Command(
      name = "add",
      description = "add an entity, or another identity of one",
      footer = {
        "A channel is sbp (the identifier is a peer's key or name), agent (an agent's name),"
            + " email,",
        "phone, or a word of your own. A name that is known gets what is given. What a persona is",
        "known by is its agent's: whoever uses it is that agent."
      })
  @Example({
    "sbp entity add Mum --relationship family --identity email:mum@example.org",
    "sbp entity add mum-on-the-phone --relationship family",
    "sbp entity add Atlas --as-persona --identity agent:author"
  })
  static final class Add extends OwnerChange {
    @Parameters(paramLabel = "NAME", description = "what it is called; owner is the owner")
    String name = "";

    @Option(names = "--relationship", description = "such as partner, family, friend, work")
    Optional<String> relationship = Optional.empty();

    @Option(
        names = "--identity",
        paramLabel = "CHANNEL:ID",
        description = "by what it is known there; repeatable")
    List<String> identities = List.of();

    @Option(names = "--tag", paramLabel = "TAG", description = "for policies; repeatable")
    List<String> tags = List.of();

    @Option(
        names = "--as-persona",
        description = "as which one of your agents shows itself elsewhere")
    boolean persona;

    private Optional<Peer> namesake = Optional.empty();
    private boolean lacksAgent;

    @Override
    protected Known work(Transaction tx, Caller caller) {
      EntityTable table = new EntityTable(tx);
      EntityTable.Type type =
          name.equals("owner")
              ? EntityTable.Type.OWNER
              : persona ? EntityTable.Type.PERSONA : EntityTable.Type.PERSON;
      List<EntityTable.Identity> given = new ArrayList<>();
      for (String identity : identities) {
        given.add(identity(tx, identity));
      }
      boolean isNew = table.find(name).isEmpty();
      if (isNew) {
        requireNobodys(table, given);
      }
      EntityTable.Entity entity = table.add(type, name, relationship, caller.authority());
      for (EntityTable.Identity identity : given) {
        table.identify(table.named(entity.id()), identity, caller.authority());
      }
      if (isNew) {
        requireNoAgent(tx, table.named(entity.id()));
      }
      for (String tag : tags) {
        table.tag(table.named(entity.id()), tag, true, caller.authority());
      }
      EntityTable.Entity added = table.named(entity.id());
      namesake = namesake(added);
      lacksAgent =
          added.type() == EntityTable.Type.PERSONA
              && added.identities().stream().noneMatch(it -> it.channel().equals(Entities.AGENT));
      return known(tx, added.name());
    }

    /** Requires that no other entity has the identities of a new one. */
    private static void requireNobodys(EntityTable table, List<EntityTable.Identity> given) {
      for (EntityTable.Identity identity : given) {
        Optional<EntityTable.Entity> whose = table.known(identity);
        if (whose.isPresent()) {
          throw CliException.refused(
              "%s is %s's".formatted(identity, whose.get().name()),
              "if it is the same, that is the name:  sbp entity show '%s'"
                  .formatted(whose.get().name()));
        }
      }
    }

    /** Requires that no agent has the entity's name, which would be ambiguous in commands. */
    private static void requireNoAgent(Transaction tx, EntityTable.Entity entity) {
      Optional<EntityTable.Identity> agent =
          Agents.living(tx, entity.name())
              .map(found -> new EntityTable.Identity(Entities.AGENT, found.id().hex()));
      if (agent.isPresent() && !entity.identities().contains(agent.get())) {
        throw CliException.refused(
            entity.name() + " is an agent",
            "to tell of the agent:  sbp entity add %s --identity %s"
                .formatted(entity.name(), agent.get()),
            "somebody else needs another name:  sbp entity add NAME");
      }
    }

    /**
     * Returns a peer of the same name: a peer chooses its own name, and must not be taken for the
     * entity.
     */
    private Optional<Peer> namesake(EntityTable.Entity entity) {
      return who()
          .peer(entity.name())
          .filter(
              peer ->
                  !entity
                      .identities()
                      .contains(
                          new EntityTable.Identity(Entities.SBP, peer.publicKey().toString())));
    }

    @Override
    protected ExitCode show(Output output, Known known) {
      namesake.ifPresent(
          peer ->
              output.note(
                  "a peer is called %s, too, and is taken for somebody else; if it is the same:"
                          .formatted(PeerText.plain(peer.name()))
                      + "  sbp entity add '%s' --identity %s:%s"
                          .formatted(name, Entities.SBP, peer.publicKey())));
      if (lacksAgent) {
        output.note(
            "no agent shows itself so yet, and whoever uses what it is known by is unknown:"
                + "  sbp entity add '%s' --identity agent:NAME".formatted(name));
      }
      return super.show(output, known);
    }

    private EntityTable.Identity identity(Transaction tx, String typed) {
      int colon = typed.indexOf(':');
      if (colon < 1) {
        throw CliException.wrong(
            "--identity needs CHANNEL:IDENTIFIER, such as email:mum@example.org");
      }
      String channel = typed.substring(0, colon);
      String identifier = typed.substring(colon + 1);
      return new EntityTable.Identity(
          channel,
          switch (channel) {
            case Entities.SBP -> key(identifier);
            case Entities.AGENT -> agent(tx, identifier);
            default -> identifier;
          });
    }

    private String key(String identifier) {
      Optional<String> peer = who().peer(identifier).map(found -> found.publicKey().toString());
      if (peer.isEmpty() && !identifier.matches("[A-Za-z0-9_-]{43}")) {
        throw CliException.wrong(
            "%s is neither a public key nor a peer's name or fingerprint"
                .formatted(PeerText.quote(identifier)),
            "whom this node knows:  sbp peers");
      }
      return peer.orElse(identifier);
    }

    private static String agent(Transaction tx, String identifier) {
      Optional<Agent> living = Agents.living(tx, identifier);
      if (living.isEmpty() && !identifier.matches("[0-9a-f]{64}")) {
        throw CliException.wrong(
            PeerText.quote(identifier) + " is neither an agent's name nor its id",
            "who there is:  sbp agent list");
      }
      return living.map(found -> found.id().hex()).orElse(identifier);
    }
  }

  @Command(name = "merge", description = "merge two entities into the first")
  @Example("sbp entity merge Mum mum-on-the-phone")
  @Exit(code = ExitCode.NOT_FOUND, means = "no entity has this name")
  static final class Merge extends OwnerChange {
    @Parameters(index = "0", paramLabel = "NAME", description = "who stays")
    String into = "";

    @Parameters(index = "1", paramLabel = "OTHER", description = "who is the same")
    String other = "";

    @Option(names = "--relationship", description = "which of two that differ holds, or another")
    Optional<String> relationship = Optional.empty();

    @Override
    protected Known work(Transaction tx, Caller caller) {
      EntityTable table = new EntityTable(tx);
      EntityTable.Entity merged =
          table.merge(
              entity(tx, caller, into),
              entity(tx, caller, other),
              relationship,
              caller.authority());
      return known(tx, merged.name());
    }
  }

  @Command(name = "tag", description = "set the tags that policies can name")
  @Example("sbp entity tag Mum vip")
  @Exit(code = ExitCode.NOT_FOUND, means = "no entity has this name")
  static final class Tag extends OwnerChange {
    @Parameters(index = "0", paramLabel = "NAME", description = ENTITY)
    String name = "";

    @Parameters(index = "1..*", paramLabel = "TAG", description = "words")
    List<String> tags = List.of();

    @Option(names = "--remove", description = "take them")
    boolean remove;

    @Override
    protected Known work(Transaction tx, Caller caller) {
      for (String tag : tags) {
        EntityTable.Entity entity = entity(tx, caller, name);
        new EntityTable(tx).tag(entity, tag, !remove, caller.authority());
      }
      return known(tx, name);
    }
  }
}
