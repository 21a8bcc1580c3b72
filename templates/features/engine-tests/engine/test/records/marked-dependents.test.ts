import 'reflect-metadata';
import {
  Column,
  DeleteDateColumn,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { expect, onTestFinished, test } from 'vitest';
import { createEngine } from '../../records/create-engine.js';
import { DATETIME } from '../../database/column-types.js';
import { openDatabase } from '../../database/open-database.js';
import { defineAccess } from '../../model/access-rules.js';
import { ROLES, admin, statusOf } from '../fixtures/open-library.js';

/** A record that says nothing but that it is there. */
@Entity('project')
class Project {
  @PrimaryGeneratedColumn()
  id!: number;
}

@Entity('person')
class Person {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { nullable: true })
  name!: string | null;
}

/** Only marked when it is deleted. */
@Entity('task')
class Task {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('integer', { nullable: true })
  project_id!: number | null;

  @ManyToOne(() => Project, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'project_id' })
  project?: Relation<Project>;

  @Column('integer', { nullable: true })
  person_id!: number | null;

  @ManyToOne(() => Person, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'person_id' })
  person?: Relation<Person>;

  @DeleteDateColumn({ type: DATETIME, precision: 3 })
  deleted_at!: Date | null;
}

test('rows that are only marked as deleted keep nothing from going', async () => {
  const entities = [Project, Person, Task];
  const database = await openDatabase('sqlite::memory:', entities, []);
  onTestFinished(() => database.close());
  await database.dataSource.synchronize();
  const engine = createEngine({
    database,
    modules: entities.map((entity) => ({ entity, access: defineAccess({}) })),
    roles: () => ROLES,
    searchedFields: () => [],
    settings: { maxPageSize: 100, maxQueryCost: 300 },
  });
  for (const crud of [engine.as(admin), engine.system]) {
    const project = await crud(Project).create({});
    const person = await crud(Person).create({});
    const refers = { project_id: project.id, person_id: person.id };
    const task = await crud(Task).create(refers);
    await crud(Task).remove(task.id);
    await crud(Person).remove(person.id);
    await crud(Project).remove(project.id);
    expect(await statusOf(crud(Project).get(project.id))).toBe(404);
  }
  expect(await database.dataSource.query('SELECT * FROM task')).toEqual([]);
});
