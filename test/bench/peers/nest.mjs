// NestJS with TypeORM and @dataui/crud, decorators applied by hand. `nest.mjs <database file> <port>`.
import 'reflect-metadata';
import { Controller, Inject, Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { getRepositoryToken, TypeOrmModule } from '@nestjs/typeorm';
import { Crud } from '@dataui/crud';
import { TypeOrmCrudService } from '@dataui/crud-typeorm';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

const [file, port] = process.argv.slice(2);

class Task {}
PrimaryGeneratedColumn()(Task.prototype, 'id');
const columns = {
  title: 'varchar',
  description: 'text',
  status: 'varchar',
  priority: 'varchar',
  due_date: 'date',
  planned_work_hours: 'double precision',
  actual_work_hours: 'double precision',
  project_id: 'integer',
  assignee_id: 'integer',
  parent_task_id: 'integer',
};
for (const [name, type] of Object.entries(columns))
  Column({ type, nullable: name !== 'title' })(Task.prototype, name);
Entity('task')(Task);

class TaskService extends TypeOrmCrudService {}
Injectable()(TaskService);
Inject(getRepositoryToken(Task))(TaskService, undefined, 0);

class TaskController {
  constructor(service) {
    this.service = service;
  }
}
Inject(TaskService)(TaskController, undefined, 0);
Crud({ model: { type: Task }, validation: false, query: { alwaysPaginate: true, limit: 25 } })(
  TaskController,
);
Controller('task')(TaskController);

class AppModule {}
Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'better-sqlite3',
      database: file,
      enableWAL: true,
      entities: [Task],
    }),
    TypeOrmModule.forFeature([Task]),
  ],
  providers: [TaskService],
  controllers: [TaskController],
})(AppModule);

const app = await NestFactory.create(AppModule, { logger: ['error'] });
await app.listen(Number(port), '127.0.0.1');
