package org.sovereignbook.sbp.cli.rules;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.access.EntityTable;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.screen.ScreenNames;
import org.sovereignbook.sbp.node.PeerText;
import picocli.CommandLine.Mixin;

/** The list of entities that the owner has registered, and of all other agents. */
abstract class EntityListing extends SocietyCommand<EntityListing.All> {
  record All(List<EntityTable.Entity> entities, @Shape.Inline Page.End end) {}

  @Mixin PageOptions page = PageOptions.cut(1_000, "sbp entity show NAME");

  static List<String> identities(EntityTable.Entity entity) {
    return entity.identities().stream().map(EntityTable.Identity::toString).toList();
  }

  @Override
  protected All work(Transaction tx, Caller caller) {
    List<EntityTable.Entity> told = new EntityTable(tx).all();
    Page<EntityTable.Entity> found =
        page.of(Stream.concat(told.stream(), others(tx, told)), EntityTable.Entity::id);
    return new All(found.items(), found.end());
  }

  /** Returns agents without a registered entity, because every agent is one (CORDELIA §1.1). */
  private static Stream<EntityTable.Entity> others(Transaction tx, List<EntityTable.Entity> told) {
    Set<EntityTable.Identity> known =
        told.stream()
            .filter(entity -> entity.type() == EntityTable.Type.AGENT)
            .flatMap(entity -> entity.identities().stream())
            .collect(Collectors.toSet());
    return Agents.living(tx).stream()
        .map(EntityListing::entity)
        .filter(entity -> !known.contains(entity.identities().getFirst()));
  }

  private static EntityTable.Entity entity(Agent agent) {
    return new EntityTable.Entity(
        agent.id().hex(),
        EntityTable.Type.AGENT,
        agent.name(),
        Optional.empty(),
        List.of(new EntityTable.Identity(Entities.AGENT, agent.id().hex())),
        List.of());
  }

  @Override
  protected ExitCode show(Output output, All found) {
    Table table = Table.of("NAME", "TYPE", "RELATIONSHIP", "TAGS", "KNOWN AS").wrapsLast();
    for (EntityTable.Entity each : found.entities()) {
      table.row(
          PeerText.plain(each.name()),
          each.type().toString(),
          each.relationship().orElse(""),
          String.join(" ", each.tags()),
          ScreenNames.brief(PeerText.plain(String.join(" ", identities(each)))));
    }
    return output.list(found, found.end(), table, "no entities yet; the owner and peers need none");
  }
}
