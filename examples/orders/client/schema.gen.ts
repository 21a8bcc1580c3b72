/*
 * The endpoints of the service, as `npm run client` writes them from its code: every edit is lost.
 */

export interface paths {
    "/order/pending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List pending orders
         * @description Pages, sorts and filters as the list of orders does.
         */
        get: operations["listPendingOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/order/{order_id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm an order
         * @description Requires the action `edit` on Order.
         */
        post: operations["confirmOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/article": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Article records
         * @description Filters are fields with the suffixes of the table above.
         */
        get: operations["listArticle"];
        put?: never;
        /**
         * Create an Article, or several
         * @description Omitted fields get their default, or null. A list creates all of its records, or none.
         */
        post: operations["createArticle"];
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update fields of several Article records
         * @description Each item has the `id` of its record, and may have its `_etag`. All records are changed, or none.
         */
        patch: operations["updateManyArticle"];
        trace?: never;
    };
    "/article/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an Article
         * @description The answer has the version for `If-Match` of a later change.
         */
        get: operations["getArticle"];
        /**
         * Replace an Article
         * @description Omitted fields that the caller may write get their default, or null.
         */
        put: operations["replaceArticle"];
        post?: never;
        /**
         * Delete an Article
         * @description Deletes the records that belong to it as well. Records that require it prevent the deletion.
         */
        delete: operations["deleteArticle"];
        options?: never;
        head?: never;
        /**
         * Update fields of an Article
         * @description Omitted fields stay unchanged.
         */
        patch: operations["updateArticle"];
        trace?: never;
    };
    "/article/_aggregate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Figures of Article records
         * @description Counts, sums, averages and extremes of listed records, by group.
         */
        get: operations["aggregateArticle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Order records
         * @description Filters are fields with the suffixes of the table above.
         */
        get: operations["listOrder"];
        put?: never;
        /**
         * Create an Order, or several
         * @description Omitted fields get their default, or null. A list creates all of its records, or none.
         */
        post: operations["createOrder"];
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update fields of several Order records
         * @description Each item has the `id` of its record, and may have its `_etag`. All records are changed, or none.
         */
        patch: operations["updateManyOrder"];
        trace?: never;
    };
    "/order/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an Order
         * @description The answer has the version for `If-Match` of a later change.
         */
        get: operations["getOrder"];
        /**
         * Replace an Order
         * @description Omitted fields that the caller may write get their default, or null.
         */
        put: operations["replaceOrder"];
        post?: never;
        /**
         * Delete an Order
         * @description Deletes the records that belong to it as well. Records that require it prevent the deletion.
         */
        delete: operations["deleteOrder"];
        options?: never;
        head?: never;
        /**
         * Update fields of an Order
         * @description Omitted fields stay unchanged.
         */
        patch: operations["updateOrder"];
        trace?: never;
    };
    "/order/_aggregate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Figures of Order records
         * @description Counts, sums, averages and extremes of listed records, by group.
         */
        get: operations["aggregateOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/order_line": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List OrderLine records
         * @description Filters are fields with the suffixes of the table above.
         */
        get: operations["listOrderLine"];
        put?: never;
        /**
         * Create an OrderLine, or several
         * @description Omitted fields get their default, or null. A list creates all of its records, or none.
         */
        post: operations["createOrderLine"];
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update fields of several OrderLine records
         * @description Each item has the `id` of its record, and may have its `_etag`. All records are changed, or none.
         */
        patch: operations["updateManyOrderLine"];
        trace?: never;
    };
    "/order_line/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an OrderLine
         * @description The answer has the version for `If-Match` of a later change.
         */
        get: operations["getOrderLine"];
        /**
         * Replace an OrderLine
         * @description Omitted fields that the caller may write get their default, or null.
         */
        put: operations["replaceOrderLine"];
        post?: never;
        /**
         * Delete an OrderLine
         * @description Deletes the records that belong to it as well. Records that require it prevent the deletion.
         */
        delete: operations["deleteOrderLine"];
        options?: never;
        head?: never;
        /**
         * Update fields of an OrderLine
         * @description Omitted fields stay unchanged.
         */
        patch: operations["updateOrderLine"];
        trace?: never;
    };
    "/order_line/_aggregate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Figures of OrderLine records
         * @description Counts, sums, averages and extremes of listed records, by group.
         */
        get: operations["aggregateOrderLine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Role records
         * @description Filters are fields with the suffixes of the table above.
         */
        get: operations["listRole"];
        put?: never;
        /**
         * Create a Role, or several
         * @description Omitted fields get their default, or null. A list creates all of its records, or none.
         */
        post: operations["createRole"];
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update fields of several Role records
         * @description Each item has the `id` of its record, and may have its `_etag`. All records are changed, or none.
         */
        patch: operations["updateManyRole"];
        trace?: never;
    };
    "/role/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a Role
         * @description The answer has the version for `If-Match` of a later change.
         */
        get: operations["getRole"];
        /**
         * Replace a Role
         * @description Omitted fields that the caller may write get their default, or null.
         */
        put: operations["replaceRole"];
        post?: never;
        /**
         * Delete a Role
         * @description Deletes the records that belong to it as well. Records that require it prevent the deletion.
         */
        delete: operations["deleteRole"];
        options?: never;
        head?: never;
        /**
         * Update fields of a Role
         * @description Omitted fields stay unchanged.
         */
        patch: operations["updateRole"];
        trace?: never;
    };
    "/role/_aggregate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Figures of Role records
         * @description Counts, sums, averages and extremes of listed records, by group.
         */
        get: operations["aggregateRole"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Tenant records
         * @description Filters are fields with the suffixes of the table above.
         */
        get: operations["listTenant"];
        put?: never;
        /**
         * Create a Tenant, or several
         * @description Omitted fields get their default, or null. A list creates all of its records, or none.
         */
        post: operations["createTenant"];
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update fields of several Tenant records
         * @description Each item has the `id` of its record, and may have its `_etag`. All records are changed, or none.
         */
        patch: operations["updateManyTenant"];
        trace?: never;
    };
    "/tenant/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a Tenant
         * @description The answer has the version for `If-Match` of a later change.
         */
        get: operations["getTenant"];
        /**
         * Replace a Tenant
         * @description Omitted fields that the caller may write get their default, or null.
         */
        put: operations["replaceTenant"];
        post?: never;
        /**
         * Delete a Tenant
         * @description Deletes the records that belong to it as well. Records that require it prevent the deletion.
         */
        delete: operations["deleteTenant"];
        options?: never;
        head?: never;
        /**
         * Update fields of a Tenant
         * @description Omitted fields stay unchanged.
         */
        patch: operations["updateTenant"];
        trace?: never;
    };
    "/tenant/_aggregate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Figures of Tenant records
         * @description Counts, sums, averages and extremes of listed records, by group.
         */
        get: operations["aggregateTenant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List User records
         * @description Filters are fields with the suffixes of the table above.
         */
        get: operations["listUser"];
        put?: never;
        /**
         * Create a User, or several
         * @description Omitted fields get their default, or null. A list creates all of its records, or none.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update fields of several User records
         * @description Each item has the `id` of its record, and may have its `_etag`. All records are changed, or none.
         */
        patch: operations["updateManyUser"];
        trace?: never;
    };
    "/user/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a User
         * @description The answer has the version for `If-Match` of a later change.
         */
        get: operations["getUser"];
        /**
         * Replace a User
         * @description Omitted fields that the caller may write get their default, or null.
         */
        put: operations["replaceUser"];
        post?: never;
        /**
         * Delete a User
         * @description Deletes the records that belong to it as well. Records that require it prevent the deletion.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Update fields of a User
         * @description Omitted fields stay unchanged.
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/user/_aggregate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Figures of User records
         * @description Counts, sums, averages and extremes of listed records, by group.
         */
        get: operations["aggregateUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write records of several models
         * @description The operations run in the order of the list. If an operation is refused, none is done.
         */
        post: operations["batch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether people sign in by name, by email address or by both
         * @description The value of the setting `SIGN_IN_BY`, for the label of a sign-in form.
         */
        get: operations["signInBy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description Takes a name and a password. Failed attempts are limited by name and by network address.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Revokes this session's tokens everywhere.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who am I?
         * @description The profile of the user whose token this is.
         */
        get: operations["me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The proof that a change of my sign-in requires
         * @description A token alone is not enough to change a password, an address or a second factor.
         */
        get: operations["proof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The maximum permissions of each role
         * @description Models may restrict them: see `/auth/resource-permissions`.
         */
        get: operations["roles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/resource-permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where models restrict roles
         * @description Only models with such restrictions. `*` stands for every role that is not listed.
         */
        get: operations["resourcePermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/field-permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * My permissions on restricted fields
         * @description Lists only the fields that some roles may not read or write.
         */
        get: operations["fieldPermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/tenants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The tenants whose records I see
         * @description My own active tenants. If one of my roles sees the records of all tenants in some model, all active tenants.
         */
        get: operations["ownTenants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/role-permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The permissions of the users of a role
         * @description Only for users who may edit roles. The answer assumes that the role has these methods, whether it is stored or not.
         */
        get: operations["rolePermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a user
         * @description Only for callers who may create users. `roles` holds names of roles, and only of roles that the caller may give.
         */
        post: operations["register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change my password
         * @description Revokes all my tokens, including the current token. A user without a password (`has_password` of `/auth/proof`) sends a `proof` instead of the current password.
         */
        put: operations["changePassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/config/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The models and fields that the search covers
         * @description The fields that `q` searches, and the models that a search page queries.
         */
        get: operations["searchConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is the process alive?
         * @description For liveness probes.
         */
        get: operations["healthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Can the service take requests?
         * @description For readiness probes.
         */
        get: operations["readyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/config/aggregates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Figures of several lists
         * @description Each as `GET /<model>/_aggregate` gives them, under the rules of its list. The whole answer has the time of a single read (`STATEMENT_TIMEOUT`). A part that does not finish in time holds a problem instead.
         */
        get: operations["listAggregates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/config/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The number of records in my lists
         * @description Counts the records of each model under the rules of its list.
         */
        get: operations["listCounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/config/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The distribution of the records of my lists over field values
         * @description At most 50 values of each field, each of at most 1000 characters.
         */
        get: operations["listGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/config/recent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The most recent changes in my lists
         * @description For models with timestamps. Records that were written at once, as by an import, are told as the last of them with their number, `count`; `by` is the user who has written it, where the model has a field `created_by` or `updated_by`.
         */
        get: operations["listRecent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/config/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The first records of several lists
         * @description Each by its label, and with the field that the list is sorted by, and those that _fields names; at most 10 of a list. The whole answer has the time of a single read (`STATEMENT_TIMEOUT`). A part that does not finish in time holds a problem instead.
         */
        get: operations["listRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a file for a field
         * @description Returns the file as its field has it. A record gets it by a write with its id; until then, and at most for a day, it is opened by nobody. Where files are in S3, a JSON body announces a file that is then sent there, and the response says where to.
         */
        post: operations["uploadFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_files/{id}/_done": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that an announced file has been sent
         * @description The service checks what was sent, and copies it to its place.
         */
        post: operations["fileUploaded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_files/{model}/{id}/{field}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The file of a record
         * @description For callers who may read this field of this record.
         */
        get: operations["openFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_files/_links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Addresses of files for what sends no header
         * @description For pictures and downloads of pages. Each link is good for a minute and for its caller: whether they may open the file is asked when it is used.
         */
        post: operations["linkFiles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_files/_open/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The file of a link
         * @description The link itself says for whom and until when it is good.
         */
        get: operations["openLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes of records, newest first
         * @description Returns changes of the records that the caller may see now, and of deleted records whose last state they might see, with the fields that they may read now. A page may have fewer changes than asked for, and others after it.
         */
        get: operations["history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_export/{model}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a list as a file
         * @description Returns each record that the list returns for these filters, in the order of `_sort` and `_order`, under the rules of the list. Values look as in JSON. A text that a spreadsheet would run as a formula gets an apostrophe at its beginning, which an import removes. The filters are those of the list.
         */
        get: operations["exportList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * My imports
         * @description The newest first.
         */
        get: operations["listImports"];
        put?: never;
        /**
         * Upload a file
         * @description The body is the file itself, in CSV or XLSX. The service stores the file and guesses how to read it. It does not write any record yet.
         */
        post: operations["uploadImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The progress of an import
         * @description With what was guessed and decided, samples, and why it cannot be started yet.
         */
        get: operations["getImport"];
        put?: never;
        post?: never;
        /**
         * Forget an import
         * @description With its file and its failed rows. What it has written stays.
         */
        delete: operations["deleteImport"];
        options?: never;
        head?: never;
        /**
         * Decide how a file is imported
         * @description Sets a field for each column, or null to leave the column out; values that all rows share; how the file is read; and the fields that find existing records.
         */
        patch: operations["changeImport"];
        trace?: never;
    };
    "/_imports/{id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check all rows
         * @description The service writes the rows and takes them back, in chunks.
         */
        post: operations["checkImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_imports/{id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import the rows
         * @description Or go on with an import that was stopped or has failed. Rows that fail are left out.
         */
        post: operations["runImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_imports/{id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a check or an import
         * @description Written rows stay, and `run` continues after them.
         */
        post: operations["stopImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_imports/{id}/problems": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rows that failed, and why
         * @description Rows have their numbers in the file, whose header is row 1. Columns count from 0.
         */
        get: operations["listImportProblems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_imports/{id}/failed.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rows that failed, as a file
         * @description The columns are those of the uploaded file, with the row number and its problems.
         */
        get: operations["failedImportRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * My sessions
         * @description My active sessions, the most recently used first.
         */
        get: operations["sessions"];
        put?: never;
        post?: never;
        /**
         * End all my other sessions
         * @description Ends all my sessions except the session of this request.
         */
        delete: operations["endOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of my sessions
         * @description The service refuses its token from then on.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/users/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The sessions of a user
         * @description Only for callers who may set the status of that user and give all of the user's roles and tenants.
         */
        get: operations["userSessions"];
        put?: never;
        post?: never;
        /**
         * End all sessions of a user
         * @description Only for callers who may set the status of that user and give all of the user's roles and tenants.
         */
        delete: operations["endUserSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Format: int64
         * @example 1
         */
        id: number;
        /**
         * Format: int64
         * @example 1
         */
        integer: number;
        /**
         * Format: double
         * @example 1
         */
        number: number;
        boolean: boolean;
        /**
         * Format: date
         * @description The first day of the period.
         * @example 2026-01-01
         */
        period: string;
        /**
         * Format: date-time
         * @description Responses are in UTC with milliseconds, or with microseconds where a row has any.
         * @example 2026-01-31T07:30:00.000Z
         */
        datetime: string;
        /**
         * Format: uuid
         * @example 0d2c3b1a-4f5e-4c6d-8a7b-9e8f7a6b5c4d
         */
        uuid: string;
        /** @example text */
        string: string;
        /**
         * Format: email
         * @example ann@example.com
         */
        email: string;
        /** @example A longer text. */
        text: string;
        /**
         * Format: int64
         * @example 1
         */
        "id-or-null": number | null;
        /**
         * Format: int64
         * @example 1
         */
        "integer-or-null": number | null;
        /**
         * Format: double
         * @example 1
         */
        "number-or-null": number | null;
        /**
         * Format: date
         * @description The first day of the period.
         * @example 2026-01-01
         */
        "period-or-null": string | null;
        /**
         * Format: date-time
         * @description Responses are in UTC with milliseconds, or with microseconds where a row has any.
         * @example 2026-01-31T07:30:00.000Z
         */
        "datetime-or-null": string | null;
        /** @example text */
        "string-or-null": string | null;
        /**
         * Format: email
         * @description An empty text is stored as null.
         * @example ann@example.com
         */
        "email-or-null": string | null;
        /** @example A longer text. */
        "text-or-null": string | null;
        /**
         * @description A text that may quote the request.
         * @example Something is wrong.
         */
        quote: string;
        /** @description Any JSON value whose strings contain no NUL. */
        json: unknown;
        /**
         * @description The label of this record.
         * @example A name
         */
        label: string;
        /** @description With `_count`: relation -> number of records. */
        counts: {
            [key: string]: number;
        };
        ids: components["schemas"]["id"][];
        strings: components["schemas"]["string"][];
        /** @example text */
        "url-text": string;
        "integer-list": components["schemas"]["integer"][];
        "number-list": components["schemas"]["number"][];
        "boolean-list": components["schemas"]["boolean"][];
        "datetime-list": components["schemas"]["datetime"][];
        "url-text-list": components["schemas"]["url-text"][];
        /** @description A problem document (RFC 9457). */
        problem: {
            /** @constant */
            type: "about:blank";
            title: string;
            /** Format: int32 */
            status: number;
            /** @description One sentence for people. */
            detail: components["schemas"]["quote"];
            /** @description The same sentence as `detail`. */
            message: components["schemas"]["quote"];
            request_id: string;
            /** @description A message for each field. */
            errors?: {
                [key: string]: components["schemas"]["quote"];
            };
            problems?: {
                field: components["schemas"]["quote"];
                code: string;
                message: components["schemas"]["quote"];
                /**
                 * Format: int64
                 * @description The position of the record in a list.
                 */
                index?: number;
                /** @description The numbers and words that the message contains. */
                params?: {
                    [key: string]: components["schemas"]["quote"] | number;
                };
            }[];
        };
        outcome: {
            /** Format: int32 */
            status: number;
            etag?: string;
            problem?: components["schemas"]["problem"];
        };
        /**
         * Format: password
         * @description The most common passwords are refused.
         */
        "new-password": string;
        profile: {
            id: components["schemas"]["id"];
            username: components["schemas"]["string"];
            email: components["schemas"]["email-or-null"];
            first_name: components["schemas"]["string-or-null"];
            last_name: components["schemas"]["string-or-null"];
            /** @enum {string} */
            status: "Active" | "Inactive";
            /** @description The names of the roles. */
            roles: components["schemas"]["string"][];
            tenants: components["schemas"]["id"][];
        };
        session: {
            access_token: string;
            /** @constant */
            token_type: "bearer";
            /**
             * Format: int64
             * @description The lifetime of the token in seconds.
             */
            expires_in: number;
            user: components["schemas"]["profile"];
        };
        Article: {
            id: components["schemas"]["id"];
            _label: components["schemas"]["label"];
            name: components["schemas"]["string"];
            /** @description In EUR. */
            price: components["schemas"]["number"];
            created_at: components["schemas"]["datetime"];
            updated_at: components["schemas"]["datetime"];
            _count?: components["schemas"]["counts"];
        };
        "Article.page": components["schemas"]["Article"][];
        ArticlePatch: {
            name?: components["schemas"]["string"];
            /** @description In EUR. */
            price?: components["schemas"]["number"];
        };
        ArticleInput: {
            name: components["schemas"]["string"];
            /** @description In EUR. */
            price: components["schemas"]["number"];
        };
        "Article.items": components["schemas"]["ArticleInput"][];
        "Article.changes": {
            id: components["schemas"]["id"];
            _etag?: string;
            name?: components["schemas"]["string"];
            /** @description In EUR. */
            price?: components["schemas"]["number"];
        }[];
        "Article.written": components["schemas"]["Article"][];
        "Article.outcomes": {
            /** Format: int32 */
            status: number;
            etag?: string;
            problem?: components["schemas"]["problem"];
            record?: components["schemas"]["Article"];
        }[];
        "Article.extremes": {
            price?: components["schemas"]["number-or-null"];
            created_at?: components["schemas"]["datetime-or-null"];
            updated_at?: components["schemas"]["datetime-or-null"];
        };
        "Article.numbers": "price"[];
        "Article.ordered": ("price" | "created_at" | "updated_at")[];
        "Article.group": {
            by: {
                id?: components["schemas"]["id"];
                name?: components["schemas"]["string"];
                price?: components["schemas"]["number"];
                created_at?: components["schemas"]["datetime"];
                "created_at.year"?: components["schemas"]["period"];
                "created_at.quarter"?: components["schemas"]["period"];
                "created_at.month"?: components["schemas"]["period"];
                "created_at.week"?: components["schemas"]["period"];
                "created_at.day"?: components["schemas"]["period"];
                updated_at?: components["schemas"]["datetime"];
                "updated_at.year"?: components["schemas"]["period"];
                "updated_at.quarter"?: components["schemas"]["period"];
                "updated_at.month"?: components["schemas"]["period"];
                "updated_at.week"?: components["schemas"]["period"];
                "updated_at.day"?: components["schemas"]["period"];
            };
            /** Format: int64 */
            count: number;
            sum?: {
                /** Format: double */
                price?: number;
            };
            avg?: {
                price?: components["schemas"]["number-or-null"];
            };
            min?: components["schemas"]["Article.extremes"];
            max?: components["schemas"]["Article.extremes"];
        };
        "Article.groups": components["schemas"]["Article.group"][];
        Order: {
            id: components["schemas"]["id"];
            _label: components["schemas"]["label"];
            number: components["schemas"]["string"];
            customer: components["schemas"]["string"];
            /**
             * @default pending
             * @example pending
             * @example confirmed
             * @example shipped
             * @example cancelled
             */
            status: components["schemas"]["string"];
            /**
             * @description In EUR.
             * @default 0
             */
            total: components["schemas"]["number-or-null"];
            placed_at: components["schemas"]["datetime-or-null"];
            notes: components["schemas"]["text-or-null"];
            confirmation: components["schemas"]["text-or-null"];
            created_at: components["schemas"]["datetime"];
            updated_at: components["schemas"]["datetime"];
            /** @description The lines that the reader may see: with `_expand`, and in the response to a write of lines. */
            lines?: components["schemas"]["OrderLine"][];
            _count?: components["schemas"]["counts"];
        };
        "Order.page": components["schemas"]["Order"][];
        OrderPatch: {
            number?: components["schemas"]["string"];
            customer?: components["schemas"]["string"];
            /**
             * @default pending
             * @example pending
             * @example confirmed
             * @example shipped
             * @example cancelled
             */
            status?: components["schemas"]["string"];
            /**
             * @description In EUR.
             * @default 0
             */
            total?: components["schemas"]["number-or-null"];
            placed_at?: components["schemas"]["datetime-or-null"];
            notes?: components["schemas"]["text-or-null"];
            confirmation?: components["schemas"]["text-or-null"];
            /** @description The lines in their order. Without this member the lines stay unchanged. A line with an `id` is changed, and a line without an `id` is new. `PUT` removes the lines that the body does not name. */
            lines?: components["schemas"]["OrderLine.line"][];
        };
        OrderInput: {
            number: components["schemas"]["string"];
            customer: components["schemas"]["string"];
            /**
             * @default pending
             * @example pending
             * @example confirmed
             * @example shipped
             * @example cancelled
             */
            status?: components["schemas"]["string"];
            /**
             * @description In EUR.
             * @default 0
             */
            total?: components["schemas"]["number-or-null"];
            placed_at?: components["schemas"]["datetime-or-null"];
            notes?: components["schemas"]["text-or-null"];
            confirmation?: components["schemas"]["text-or-null"];
            /** @description The lines in their order. Without this member the lines stay unchanged. A line with an `id` is changed, and a line without an `id` is new. `PUT` removes the lines that the body does not name. */
            lines?: components["schemas"]["OrderLine.line"][];
        };
        "Order.items": components["schemas"]["OrderInput"][];
        "Order.changes": {
            id: components["schemas"]["id"];
            _etag?: string;
            number?: components["schemas"]["string"];
            customer?: components["schemas"]["string"];
            /**
             * @default pending
             * @example pending
             * @example confirmed
             * @example shipped
             * @example cancelled
             */
            status?: components["schemas"]["string"];
            /**
             * @description In EUR.
             * @default 0
             */
            total?: components["schemas"]["number-or-null"];
            placed_at?: components["schemas"]["datetime-or-null"];
            notes?: components["schemas"]["text-or-null"];
            confirmation?: components["schemas"]["text-or-null"];
            /** @description The lines in their order. Without this member the lines stay unchanged. A line with an `id` is changed, and a line without an `id` is new. `PUT` removes the lines that the body does not name. */
            lines?: components["schemas"]["OrderLine.line"][];
        }[];
        "Order.written": components["schemas"]["Order"][];
        "Order.outcomes": {
            /** Format: int32 */
            status: number;
            etag?: string;
            problem?: components["schemas"]["problem"];
            record?: components["schemas"]["Order"];
        }[];
        "Order.extremes": {
            total?: components["schemas"]["number-or-null"];
            placed_at?: components["schemas"]["datetime-or-null"];
            created_at?: components["schemas"]["datetime-or-null"];
            updated_at?: components["schemas"]["datetime-or-null"];
        };
        "Order.numbers": "total"[];
        "Order.ordered": ("total" | "placed_at" | "created_at" | "updated_at")[];
        "Order.group": {
            by: {
                id?: components["schemas"]["id"];
                number?: components["schemas"]["string"];
                customer?: components["schemas"]["string"];
                status?: components["schemas"]["string"];
                total?: components["schemas"]["number-or-null"];
                placed_at?: components["schemas"]["datetime-or-null"];
                "placed_at.year"?: components["schemas"]["period-or-null"];
                "placed_at.quarter"?: components["schemas"]["period-or-null"];
                "placed_at.month"?: components["schemas"]["period-or-null"];
                "placed_at.week"?: components["schemas"]["period-or-null"];
                "placed_at.day"?: components["schemas"]["period-or-null"];
                created_at?: components["schemas"]["datetime"];
                "created_at.year"?: components["schemas"]["period"];
                "created_at.quarter"?: components["schemas"]["period"];
                "created_at.month"?: components["schemas"]["period"];
                "created_at.week"?: components["schemas"]["period"];
                "created_at.day"?: components["schemas"]["period"];
                updated_at?: components["schemas"]["datetime"];
                "updated_at.year"?: components["schemas"]["period"];
                "updated_at.quarter"?: components["schemas"]["period"];
                "updated_at.month"?: components["schemas"]["period"];
                "updated_at.week"?: components["schemas"]["period"];
                "updated_at.day"?: components["schemas"]["period"];
            };
            /** Format: int64 */
            count: number;
            sum?: {
                /** Format: double */
                total?: number;
            };
            avg?: {
                total?: components["schemas"]["number-or-null"];
            };
            min?: components["schemas"]["Order.extremes"];
            max?: components["schemas"]["Order.extremes"];
        };
        "Order.groups": components["schemas"]["Order.group"][];
        "OrderLine.line": {
            id?: components["schemas"]["id"];
            _delete?: boolean;
            /** @description The id of an Article. */
            article_id?: components["schemas"]["id-or-null"];
            product?: components["schemas"]["string"];
            /** @default 1 */
            quantity?: components["schemas"]["integer"];
            /** @description In EUR. */
            unit_price?: components["schemas"]["number"];
        };
        OrderLine: {
            id: components["schemas"]["id"];
            _label: components["schemas"]["label"];
            /** @description The id of an Order. */
            order_id: components["schemas"]["id"];
            position: components["schemas"]["integer"];
            /** @description The id of an Article. */
            article_id: components["schemas"]["id-or-null"];
            product: components["schemas"]["string"];
            /** @default 1 */
            quantity: components["schemas"]["integer"];
            /** @description In EUR. */
            unit_price: components["schemas"]["number"];
            /** @description With `_expand`: the record itself, or null if the reader may not see it. */
            order?: components["schemas"]["Order"] | null;
            /** @description With `_expand`: the record itself, or null if the reader may not see it. */
            article?: components["schemas"]["Article"] | null;
        };
        "OrderLine.page": components["schemas"]["OrderLine"][];
        OrderLinePatch: {
            /** @description The id of an Order. */
            order_id?: components["schemas"]["id"];
            position?: components["schemas"]["integer"];
            /** @description The id of an Article. */
            article_id?: components["schemas"]["id-or-null"];
            product?: components["schemas"]["string"];
            /** @default 1 */
            quantity?: components["schemas"]["integer"];
            /** @description In EUR. */
            unit_price?: components["schemas"]["number"];
        };
        OrderLineInput: {
            /** @description The id of an Order. */
            order_id: components["schemas"]["id"];
            position: components["schemas"]["integer"];
            /** @description The id of an Article. */
            article_id?: components["schemas"]["id-or-null"];
            product: components["schemas"]["string"];
            /** @default 1 */
            quantity?: components["schemas"]["integer"];
            /** @description In EUR. */
            unit_price: components["schemas"]["number"];
        };
        "OrderLine.items": components["schemas"]["OrderLineInput"][];
        "OrderLine.changes": {
            id: components["schemas"]["id"];
            _etag?: string;
            /** @description The id of an Order. */
            order_id?: components["schemas"]["id"];
            position?: components["schemas"]["integer"];
            /** @description The id of an Article. */
            article_id?: components["schemas"]["id-or-null"];
            product?: components["schemas"]["string"];
            /** @default 1 */
            quantity?: components["schemas"]["integer"];
            /** @description In EUR. */
            unit_price?: components["schemas"]["number"];
        }[];
        "OrderLine.written": components["schemas"]["OrderLine"][];
        "OrderLine.outcomes": {
            /** Format: int32 */
            status: number;
            etag?: string;
            problem?: components["schemas"]["problem"];
            record?: components["schemas"]["OrderLine"];
        }[];
        "OrderLine.extremes": {
            order_id?: components["schemas"]["integer-or-null"];
            position?: components["schemas"]["integer-or-null"];
            article_id?: components["schemas"]["integer-or-null"];
            quantity?: components["schemas"]["integer-or-null"];
            unit_price?: components["schemas"]["number-or-null"];
        };
        "OrderLine.numbers": ("order_id" | "position" | "article_id" | "quantity" | "unit_price")[];
        "OrderLine.ordered": ("order_id" | "position" | "article_id" | "quantity" | "unit_price")[];
        "OrderLine.group": {
            by: {
                id?: components["schemas"]["id"];
                order_id?: components["schemas"]["id"];
                position?: components["schemas"]["integer"];
                article_id?: components["schemas"]["id-or-null"];
                product?: components["schemas"]["string"];
                quantity?: components["schemas"]["integer"];
                unit_price?: components["schemas"]["number"];
            };
            /** Format: int64 */
            count: number;
            sum?: {
                /** Format: double */
                order_id?: number;
                /** Format: double */
                position?: number;
                /** Format: double */
                article_id?: number;
                /** Format: double */
                quantity?: number;
                /** Format: double */
                unit_price?: number;
            };
            avg?: {
                order_id?: components["schemas"]["number-or-null"];
                position?: components["schemas"]["number-or-null"];
                article_id?: components["schemas"]["number-or-null"];
                quantity?: components["schemas"]["number-or-null"];
                unit_price?: components["schemas"]["number-or-null"];
            };
            min?: components["schemas"]["OrderLine.extremes"];
            max?: components["schemas"]["OrderLine.extremes"];
        };
        "OrderLine.groups": components["schemas"]["OrderLine.group"][];
        Role: {
            id: components["schemas"]["id"];
            _label: components["schemas"]["label"];
            name: components["schemas"]["string"];
            description: components["schemas"]["text-or-null"];
            allowed_methods: components["schemas"]["json"];
            /** @default false */
            is_preset: components["schemas"]["boolean"];
            allowed_actions: components["schemas"]["json"];
            created_at: components["schemas"]["datetime"];
            updated_at: components["schemas"]["datetime"];
        };
        "Role.page": components["schemas"]["Role"][];
        RolePatch: {
            name?: components["schemas"]["string"];
            description?: components["schemas"]["text-or-null"];
            allowed_methods?: components["schemas"]["json"];
        };
        RoleInput: {
            name: components["schemas"]["string"];
            description?: components["schemas"]["text-or-null"];
            allowed_methods: components["schemas"]["json"];
        };
        "Role.items": components["schemas"]["RoleInput"][];
        "Role.changes": {
            id: components["schemas"]["id"];
            _etag?: string;
            name?: components["schemas"]["string"];
            description?: components["schemas"]["text-or-null"];
            allowed_methods?: components["schemas"]["json"];
        }[];
        "Role.written": components["schemas"]["Role"][];
        "Role.outcomes": {
            /** Format: int32 */
            status: number;
            etag?: string;
            problem?: components["schemas"]["problem"];
            record?: components["schemas"]["Role"];
        }[];
        "Role.extremes": {
            created_at?: components["schemas"]["datetime-or-null"];
            updated_at?: components["schemas"]["datetime-or-null"];
        };
        "Role.ordered": ("created_at" | "updated_at")[];
        "Role.group": {
            by: {
                id?: components["schemas"]["id"];
                name?: components["schemas"]["string"];
                is_preset?: components["schemas"]["boolean"];
                created_at?: components["schemas"]["datetime"];
                "created_at.year"?: components["schemas"]["period"];
                "created_at.quarter"?: components["schemas"]["period"];
                "created_at.month"?: components["schemas"]["period"];
                "created_at.week"?: components["schemas"]["period"];
                "created_at.day"?: components["schemas"]["period"];
                updated_at?: components["schemas"]["datetime"];
                "updated_at.year"?: components["schemas"]["period"];
                "updated_at.quarter"?: components["schemas"]["period"];
                "updated_at.month"?: components["schemas"]["period"];
                "updated_at.week"?: components["schemas"]["period"];
                "updated_at.day"?: components["schemas"]["period"];
            };
            /** Format: int64 */
            count: number;
            sum?: Record<string, unknown>;
            avg?: Record<string, unknown>;
            min?: components["schemas"]["Role.extremes"];
            max?: components["schemas"]["Role.extremes"];
        };
        "Role.groups": components["schemas"]["Role.group"][];
        Tenant: {
            id: components["schemas"]["id"];
            _label: components["schemas"]["label"];
            name: components["schemas"]["string"];
            domain: components["schemas"]["string-or-null"];
            /**
             * @default Active
             * @enum {string}
             */
            status: "Active" | "Inactive";
            created_at: components["schemas"]["datetime"];
            updated_at: components["schemas"]["datetime"];
        };
        "Tenant.page": components["schemas"]["Tenant"][];
        TenantPatch: {
            name?: components["schemas"]["string"];
            domain?: components["schemas"]["string-or-null"];
            /**
             * @default Active
             * @enum {string}
             */
            status?: "Active" | "Inactive";
        };
        TenantInput: {
            name: components["schemas"]["string"];
            domain?: components["schemas"]["string-or-null"];
            /**
             * @default Active
             * @enum {string}
             */
            status?: "Active" | "Inactive";
        };
        "Tenant.items": components["schemas"]["TenantInput"][];
        "Tenant.changes": {
            id: components["schemas"]["id"];
            _etag?: string;
            name?: components["schemas"]["string"];
            domain?: components["schemas"]["string-or-null"];
            /**
             * @default Active
             * @enum {string}
             */
            status?: "Active" | "Inactive";
        }[];
        "Tenant.written": components["schemas"]["Tenant"][];
        "Tenant.outcomes": {
            /** Format: int32 */
            status: number;
            etag?: string;
            problem?: components["schemas"]["problem"];
            record?: components["schemas"]["Tenant"];
        }[];
        "Tenant.extremes": {
            created_at?: components["schemas"]["datetime-or-null"];
            updated_at?: components["schemas"]["datetime-or-null"];
        };
        "Tenant.ordered": ("created_at" | "updated_at")[];
        "Tenant.group": {
            by: {
                id?: components["schemas"]["id"];
                name?: components["schemas"]["string"];
                domain?: components["schemas"]["string-or-null"];
                /** @enum {string} */
                status?: "Active" | "Inactive";
                created_at?: components["schemas"]["datetime"];
                "created_at.year"?: components["schemas"]["period"];
                "created_at.quarter"?: components["schemas"]["period"];
                "created_at.month"?: components["schemas"]["period"];
                "created_at.week"?: components["schemas"]["period"];
                "created_at.day"?: components["schemas"]["period"];
                updated_at?: components["schemas"]["datetime"];
                "updated_at.year"?: components["schemas"]["period"];
                "updated_at.quarter"?: components["schemas"]["period"];
                "updated_at.month"?: components["schemas"]["period"];
                "updated_at.week"?: components["schemas"]["period"];
                "updated_at.day"?: components["schemas"]["period"];
            };
            /** Format: int64 */
            count: number;
            sum?: Record<string, unknown>;
            avg?: Record<string, unknown>;
            min?: components["schemas"]["Tenant.extremes"];
            max?: components["schemas"]["Tenant.extremes"];
        };
        "Tenant.groups": components["schemas"]["Tenant.group"][];
        User: {
            id: components["schemas"]["id"];
            _label: components["schemas"]["label"];
            username: components["schemas"]["string"];
            email: components["schemas"]["email-or-null"];
            first_name: components["schemas"]["string-or-null"];
            last_name: components["schemas"]["string-or-null"];
            /**
             * @default Active
             * @enum {string}
             */
            status: "Active" | "Inactive";
            /** @description The name of each linked Role. */
            roles: components["schemas"]["strings"];
            /** @description The id of each linked Tenant. */
            tenants: components["schemas"]["ids"];
            created_at: components["schemas"]["datetime"];
            updated_at: components["schemas"]["datetime"];
        };
        "User.page": components["schemas"]["User"][];
        UserPatch: {
            username?: components["schemas"]["string"];
            email?: components["schemas"]["email-or-null"];
            first_name?: components["schemas"]["string-or-null"];
            last_name?: components["schemas"]["string-or-null"];
            /**
             * @default Active
             * @enum {string}
             */
            status?: "Active" | "Inactive";
            /** @description The name of each linked Role. */
            roles?: components["schemas"]["strings"];
            /** @description The id of each linked Tenant. */
            tenants?: components["schemas"]["ids"];
            password?: components["schemas"]["new-password"];
        };
        UserInput: {
            username: components["schemas"]["string"];
            email?: components["schemas"]["email-or-null"];
            first_name?: components["schemas"]["string-or-null"];
            last_name?: components["schemas"]["string-or-null"];
            /**
             * @default Active
             * @enum {string}
             */
            status?: "Active" | "Inactive";
            /** @description The name of each linked Role. */
            roles?: components["schemas"]["strings"];
            /** @description The id of each linked Tenant. */
            tenants?: components["schemas"]["ids"];
            password: components["schemas"]["new-password"];
        };
        "User.items": components["schemas"]["UserInput"][];
        "User.changes": {
            id: components["schemas"]["id"];
            _etag?: string;
            username?: components["schemas"]["string"];
            email?: components["schemas"]["email-or-null"];
            first_name?: components["schemas"]["string-or-null"];
            last_name?: components["schemas"]["string-or-null"];
            /**
             * @default Active
             * @enum {string}
             */
            status?: "Active" | "Inactive";
            /** @description The name of each linked Role. */
            roles?: components["schemas"]["strings"];
            /** @description The id of each linked Tenant. */
            tenants?: components["schemas"]["ids"];
            password?: components["schemas"]["new-password"];
        }[];
        "User.written": components["schemas"]["User"][];
        "User.outcomes": {
            /** Format: int32 */
            status: number;
            etag?: string;
            problem?: components["schemas"]["problem"];
            record?: components["schemas"]["User"];
        }[];
        "User.replacement": {
            username: components["schemas"]["string"];
            email?: components["schemas"]["email-or-null"];
            first_name?: components["schemas"]["string-or-null"];
            last_name?: components["schemas"]["string-or-null"];
            /**
             * @default Active
             * @enum {string}
             */
            status?: "Active" | "Inactive";
            /** @description The name of each linked Role. */
            roles?: components["schemas"]["strings"];
            /** @description The id of each linked Tenant. */
            tenants?: components["schemas"]["ids"];
            password?: components["schemas"]["new-password"];
        };
        "User.extremes": {
            created_at?: components["schemas"]["datetime-or-null"];
            updated_at?: components["schemas"]["datetime-or-null"];
        };
        "User.ordered": ("created_at" | "updated_at")[];
        "User.group": {
            by: {
                id?: components["schemas"]["id"];
                username?: components["schemas"]["string"];
                email?: components["schemas"]["email-or-null"];
                first_name?: components["schemas"]["string-or-null"];
                last_name?: components["schemas"]["string-or-null"];
                /** @enum {string} */
                status?: "Active" | "Inactive";
                created_at?: components["schemas"]["datetime"];
                "created_at.year"?: components["schemas"]["period"];
                "created_at.quarter"?: components["schemas"]["period"];
                "created_at.month"?: components["schemas"]["period"];
                "created_at.week"?: components["schemas"]["period"];
                "created_at.day"?: components["schemas"]["period"];
                updated_at?: components["schemas"]["datetime"];
                "updated_at.year"?: components["schemas"]["period"];
                "updated_at.quarter"?: components["schemas"]["period"];
                "updated_at.month"?: components["schemas"]["period"];
                "updated_at.week"?: components["schemas"]["period"];
                "updated_at.day"?: components["schemas"]["period"];
            };
            /** Format: int64 */
            count: number;
            sum?: Record<string, unknown>;
            avg?: Record<string, unknown>;
            min?: components["schemas"]["User.extremes"];
            max?: components["schemas"]["User.extremes"];
        };
        "User.groups": components["schemas"]["User.group"][];
    };
    responses: {
        /** @description The request cannot be understood. */
        400: {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @constant */
                    type: "about:blank";
                    title: string;
                    /** @constant */
                    status: 400;
                    /** @description One sentence for people. */
                    detail: components["schemas"]["quote"];
                    /** @description The same sentence as `detail`. */
                    message: components["schemas"]["quote"];
                    request_id: string;
                    /** @description A message for each field. */
                    errors: {
                        [key: string]: components["schemas"]["quote"];
                    };
                    problems: {
                        field: components["schemas"]["quote"];
                        code: string;
                        message: components["schemas"]["quote"];
                        /**
                         * Format: int64
                         * @description The position of the record in a list.
                         */
                        index?: number;
                        /** @description The numbers and words that the message contains. */
                        params?: {
                            [key: string]: components["schemas"]["quote"] | number;
                        };
                    }[];
                    /**
                     * @description Never there.
                     * @constant
                     */
                    code?: "";
                };
            };
        };
        /** @description The request has no valid token of an active user. */
        401: {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @constant */
                    type: "about:blank";
                    title: string;
                    /** @constant */
                    status: 401;
                    /** @description One sentence for people. */
                    detail: components["schemas"]["quote"];
                    /** @description The same sentence as `detail`. */
                    message: components["schemas"]["quote"];
                    request_id: string;
                    /** @description A message for each field. */
                    errors?: {
                        [key: string]: components["schemas"]["quote"];
                    };
                    problems?: {
                        field: components["schemas"]["quote"];
                        code: string;
                        message: components["schemas"]["quote"];
                        /**
                         * Format: int64
                         * @description The position of the record in a list.
                         */
                        index?: number;
                        /** @description The numbers and words that the message contains. */
                        params?: {
                            [key: string]: components["schemas"]["quote"] | number;
                        };
                    }[];
                    /**
                     * @description The reason, if there is a code for it.
                     * @enum {string}
                     */
                    code?: "wrong-credentials" | "factor-required" | "question-expired" | "wrong-code" | "passkey-refused" | "not-same-origin";
                };
            };
        };
        /** @description The user may not do this. */
        403: {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @constant */
                    type: "about:blank";
                    title: string;
                    /** @constant */
                    status: 403;
                    /** @description One sentence for people. */
                    detail: components["schemas"]["quote"];
                    /** @description The same sentence as `detail`. */
                    message: components["schemas"]["quote"];
                    request_id: string;
                    /** @description A message for each field. */
                    errors?: {
                        [key: string]: components["schemas"]["quote"];
                    };
                    problems?: {
                        field: components["schemas"]["quote"];
                        code: string;
                        message: components["schemas"]["quote"];
                        /**
                         * Format: int64
                         * @description The position of the record in a list.
                         */
                        index?: number;
                        /** @description The numbers and words that the message contains. */
                        params?: {
                            [key: string]: components["schemas"]["quote"] | number;
                        };
                    }[];
                    /**
                     * @description The reason, if there is a code for it.
                     * @enum {string}
                     */
                    code?: "inactive-user" | "in-person" | "no-role" | "may-not" | "row-rule" | "no-tenant" | "other-role" | "invitation-void";
                };
            };
        };
        /** @description The record does not exist, or the user may not see it. */
        404: {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @constant */
                    type: "about:blank";
                    title: string;
                    /** @constant */
                    status: 404;
                    /** @description One sentence for people. */
                    detail: components["schemas"]["quote"];
                    /** @description The same sentence as `detail`. */
                    message: components["schemas"]["quote"];
                    request_id: string;
                    /** @description A message for each field. */
                    errors?: {
                        [key: string]: components["schemas"]["quote"];
                    };
                    problems?: {
                        field: components["schemas"]["quote"];
                        code: string;
                        message: components["schemas"]["quote"];
                        /**
                         * Format: int64
                         * @description The position of the record in a list.
                         */
                        index?: number;
                        /** @description The numbers and words that the message contains. */
                        params?: {
                            [key: string]: components["schemas"]["quote"] | number;
                        };
                    }[];
                    /**
                     * @description The reason, if there is a code for it.
                     * @enum {string}
                     */
                    code?: "no-record" | "link-expired";
                };
            };
        };
        /** @description The change conflicts with other records. */
        409: {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @constant */
                    type: "about:blank";
                    title: string;
                    /** @constant */
                    status: 409;
                    /** @description One sentence for people. */
                    detail: components["schemas"]["quote"];
                    /** @description The same sentence as `detail`. */
                    message: components["schemas"]["quote"];
                    request_id: string;
                    /** @description A message for each field. */
                    errors?: {
                        [key: string]: components["schemas"]["quote"];
                    };
                    problems?: {
                        field: components["schemas"]["quote"];
                        code: string;
                        message: components["schemas"]["quote"];
                        /**
                         * Format: int64
                         * @description The position of the record in a list.
                         */
                        index?: number;
                        /** @description The numbers and words that the message contains. */
                        params?: {
                            [key: string]: components["schemas"]["quote"] | number;
                        };
                    }[];
                    /**
                     * @description The reason, if there is a code for it.
                     * @enum {string}
                     */
                    code?: "depends" | "preset-role" | "admin-role" | "last-admin" | "role-needs-factor" | "account-exists" | "address-taken" | "other-proof" | "overlap" | "step" | "frozen";
                    /** @description The records that prevent the deletion and that the caller may list. */
                    dependents?: {
                        model: components["schemas"]["quote"];
                        field: components["schemas"]["quote"];
                        /** Format: int64 */
                        count: number;
                        /** @description The path of the list with these records. */
                        list?: components["schemas"]["quote"];
                    }[];
                    /** @description Whether other records, which the caller may not list, prevent it too. */
                    hidden_dependents?: boolean;
                };
            };
        };
        /** @description The record has another version than the caller expects. */
        412: {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @constant */
                    type: "about:blank";
                    title: string;
                    /** @constant */
                    status: 412;
                    /** @description One sentence for people. */
                    detail: components["schemas"]["quote"];
                    /** @description The same sentence as `detail`. */
                    message: components["schemas"]["quote"];
                    request_id: string;
                    /** @description A message for each field. */
                    errors?: {
                        [key: string]: components["schemas"]["quote"];
                    };
                    problems?: {
                        field: components["schemas"]["quote"];
                        code: string;
                        message: components["schemas"]["quote"];
                        /**
                         * Format: int64
                         * @description The position of the record in a list.
                         */
                        index?: number;
                        /** @description The numbers and words that the message contains. */
                        params?: {
                            [key: string]: components["schemas"]["quote"] | number;
                        };
                    }[];
                    /**
                     * @description The reason, if there is a code for it.
                     * @enum {string}
                     */
                    code?: "changed";
                };
            };
        };
        /** @description The body is too large or has too many records. */
        413: {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @constant */
                    type: "about:blank";
                    title: string;
                    /** @constant */
                    status: 413;
                    /** @description One sentence for people. */
                    detail: components["schemas"]["quote"];
                    /** @description The same sentence as `detail`. */
                    message: components["schemas"]["quote"];
                    request_id: string;
                    /** @description A message for each field. */
                    errors?: {
                        [key: string]: components["schemas"]["quote"];
                    };
                    problems?: {
                        field: components["schemas"]["quote"];
                        code: string;
                        message: components["schemas"]["quote"];
                        /**
                         * Format: int64
                         * @description The position of the record in a list.
                         */
                        index?: number;
                        /** @description The numbers and words that the message contains. */
                        params?: {
                            [key: string]: components["schemas"]["quote"] | number;
                        };
                    }[];
                    /**
                     * @description The reason, if there is a code for it.
                     * @enum {string}
                     */
                    code?: "body-too-large" | "too-many-rows";
                    /** @description The largest size allowed: `1 MB`, or a number of rows. */
                    limit?: string;
                    /** @description The setting of the service that holds the limit. */
                    setting?: string;
                };
            };
        };
        /** @description The body is not JSON. */
        415: {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @constant */
                    type: "about:blank";
                    title: string;
                    /** @constant */
                    status: 415;
                    /** @description One sentence for people. */
                    detail: components["schemas"]["quote"];
                    /** @description The same sentence as `detail`. */
                    message: components["schemas"]["quote"];
                    request_id: string;
                    /** @description A message for each field. */
                    errors?: {
                        [key: string]: components["schemas"]["quote"];
                    };
                    problems?: {
                        field: components["schemas"]["quote"];
                        code: string;
                        message: components["schemas"]["quote"];
                        /**
                         * Format: int64
                         * @description The position of the record in a list.
                         */
                        index?: number;
                        /** @description The numbers and words that the message contains. */
                        params?: {
                            [key: string]: components["schemas"]["quote"] | number;
                        };
                    }[];
                    /**
                     * @description Never there.
                     * @constant
                     */
                    code?: "";
                };
            };
        };
        /** @description Fields have invalid values. */
        422: {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @constant */
                    type: "about:blank";
                    title: string;
                    /** @constant */
                    status: 422;
                    /** @description One sentence for people. */
                    detail: components["schemas"]["quote"];
                    /** @description The same sentence as `detail`. */
                    message: components["schemas"]["quote"];
                    request_id: string;
                    /** @description A message for each field. */
                    errors: {
                        [key: string]: components["schemas"]["quote"];
                    };
                    problems: {
                        field: components["schemas"]["quote"];
                        code: string;
                        message: components["schemas"]["quote"];
                        /**
                         * Format: int64
                         * @description The position of the record in a list.
                         */
                        index?: number;
                        /** @description The numbers and words that the message contains. */
                        params?: {
                            [key: string]: components["schemas"]["quote"] | number;
                        };
                    }[];
                    /**
                     * @description Never there.
                     * @constant
                     */
                    code?: "";
                };
            };
        };
        /** @description Too many failed attempts. */
        429: {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @constant */
                    type: "about:blank";
                    title: string;
                    /** @constant */
                    status: 429;
                    /** @description One sentence for people. */
                    detail: components["schemas"]["quote"];
                    /** @description The same sentence as `detail`. */
                    message: components["schemas"]["quote"];
                    request_id: string;
                    /** @description A message for each field. */
                    errors?: {
                        [key: string]: components["schemas"]["quote"];
                    };
                    problems?: {
                        field: components["schemas"]["quote"];
                        code: string;
                        message: components["schemas"]["quote"];
                        /**
                         * Format: int64
                         * @description The position of the record in a list.
                         */
                        index?: number;
                        /** @description The numbers and words that the message contains. */
                        params?: {
                            [key: string]: components["schemas"]["quote"] | number;
                        };
                    }[];
                    /**
                     * @description The reason, if there is a code for it.
                     * @enum {string}
                     */
                    code?: "too-many-tries";
                };
            };
        };
        /** @description An unexpected error. The log has details under the request id. */
        500: {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @constant */
                    type: "about:blank";
                    title: string;
                    /** @constant */
                    status: 500;
                    /** @description One sentence for people. */
                    detail: components["schemas"]["quote"];
                    /** @description The same sentence as `detail`. */
                    message: components["schemas"]["quote"];
                    request_id: string;
                    /** @description A message for each field. */
                    errors?: {
                        [key: string]: components["schemas"]["quote"];
                    };
                    problems?: {
                        field: components["schemas"]["quote"];
                        code: string;
                        message: components["schemas"]["quote"];
                        /**
                         * Format: int64
                         * @description The position of the record in a list.
                         */
                        index?: number;
                        /** @description The numbers and words that the message contains. */
                        params?: {
                            [key: string]: components["schemas"]["quote"] | number;
                        };
                    }[];
                    /**
                     * @description The reason, if there is a code for it.
                     * @enum {string}
                     */
                    code?: "failure";
                };
            };
        };
        /** @description The service is unavailable for now. */
        503: {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @constant */
                    type: "about:blank";
                    title: string;
                    /** @constant */
                    status: 503;
                    /** @description One sentence for people. */
                    detail: components["schemas"]["quote"];
                    /** @description The same sentence as `detail`. */
                    message: components["schemas"]["quote"];
                    request_id: string;
                    /** @description A message for each field. */
                    errors?: {
                        [key: string]: components["schemas"]["quote"];
                    };
                    problems?: {
                        field: components["schemas"]["quote"];
                        code: string;
                        message: components["schemas"]["quote"];
                        /**
                         * Format: int64
                         * @description The position of the record in a list.
                         */
                        index?: number;
                        /** @description The numbers and words that the message contains. */
                        params?: {
                            [key: string]: components["schemas"]["quote"] | number;
                        };
                    }[];
                    /**
                     * @description The reason, if there is a code for it.
                     * @enum {string}
                     */
                    code?: "busy" | "too-slow" | "unavailable" | "read-only" | "damaged";
                };
            };
        };
        /** @description The disk is full. */
        507: {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @constant */
                    type: "about:blank";
                    title: string;
                    /** @constant */
                    status: 507;
                    /** @description One sentence for people. */
                    detail: components["schemas"]["quote"];
                    /** @description The same sentence as `detail`. */
                    message: components["schemas"]["quote"];
                    request_id: string;
                    /** @description A message for each field. */
                    errors?: {
                        [key: string]: components["schemas"]["quote"];
                    };
                    problems?: {
                        field: components["schemas"]["quote"];
                        code: string;
                        message: components["schemas"]["quote"];
                        /**
                         * Format: int64
                         * @description The position of the record in a list.
                         */
                        index?: number;
                        /** @description The numbers and words that the message contains. */
                        params?: {
                            [key: string]: components["schemas"]["quote"] | number;
                        };
                    }[];
                    /**
                     * @description The reason, if there is a code for it.
                     * @enum {string}
                     */
                    code?: "full";
                };
            };
        };
        /** @description The record does not exist, or the user may not see it. */
        NotFound: {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @constant */
                    type: "about:blank";
                    title: string;
                    /** @constant */
                    status: 404;
                    /** @description One sentence for people. */
                    detail: components["schemas"]["quote"];
                    /** @description The same sentence as `detail`. */
                    message: components["schemas"]["quote"];
                    request_id: string;
                    /** @description A message for each field. */
                    errors?: {
                        [key: string]: components["schemas"]["quote"];
                    };
                    problems?: {
                        field: components["schemas"]["quote"];
                        code: string;
                        message: components["schemas"]["quote"];
                        /**
                         * Format: int64
                         * @description The position of the record in a list.
                         */
                        index?: number;
                        /** @description The numbers and words that the message contains. */
                        params?: {
                            [key: string]: components["schemas"]["quote"] | number;
                        };
                    }[];
                    /**
                     * @description The reason, if there is a code for it.
                     * @enum {string}
                     */
                    code?: "no-record" | "link-expired";
                };
            };
        };
        /** @description Deleted. */
        Deleted: {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The caller has the current version already. */
        NotModified: {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description A page of records. */
        "Article.page": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Content-Range": components["headers"]["Content-Range"];
                "X-Next-Cursor": components["headers"]["X-Next-Cursor"];
                "X-Rows": components["headers"]["X-Rows"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Article.page"];
            };
        };
        /** @description The record. */
        "Article.record": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Article"];
            };
        };
        /** @description The record. */
        "Article.read": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Article"];
            };
        };
        /** @description The created record, or a list of all created records. */
        "Article.created": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Location: components["headers"]["Location"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Article"];
            };
        };
        /** @description The records in the order of the request. */
        "Article.changed": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Article.written"];
            };
        };
        /** @description The outcome of each item. */
        "Article.outcomes": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Article.outcomes"];
            };
        };
        /** @description A page of records. */
        "Order.page": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Content-Range": components["headers"]["Content-Range"];
                "X-Next-Cursor": components["headers"]["X-Next-Cursor"];
                "X-Rows": components["headers"]["X-Rows"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Order.page"];
            };
        };
        /** @description The record. */
        "Order.record": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Order"];
            };
        };
        /** @description The record. */
        "Order.read": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Order"];
            };
        };
        /** @description The created record, or a list of all created records. */
        "Order.created": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Location: components["headers"]["Location"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Order"];
            };
        };
        /** @description The records in the order of the request. */
        "Order.changed": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Order.written"];
            };
        };
        /** @description The outcome of each item. */
        "Order.outcomes": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Order.outcomes"];
            };
        };
        /** @description A page of records. */
        "OrderLine.page": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Content-Range": components["headers"]["Content-Range"];
                "X-Next-Cursor": components["headers"]["X-Next-Cursor"];
                "X-Rows": components["headers"]["X-Rows"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OrderLine.page"];
            };
        };
        /** @description The record. */
        "OrderLine.record": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OrderLine"];
            };
        };
        /** @description The record. */
        "OrderLine.read": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OrderLine"];
            };
        };
        /** @description The created record, or a list of all created records. */
        "OrderLine.created": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Location: components["headers"]["Location"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OrderLine"];
            };
        };
        /** @description The records in the order of the request. */
        "OrderLine.changed": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OrderLine.written"];
            };
        };
        /** @description The outcome of each item. */
        "OrderLine.outcomes": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OrderLine.outcomes"];
            };
        };
        /** @description A page of records. */
        "Role.page": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Content-Range": components["headers"]["Content-Range"];
                "X-Next-Cursor": components["headers"]["X-Next-Cursor"];
                "X-Rows": components["headers"]["X-Rows"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Role.page"];
            };
        };
        /** @description The record. */
        "Role.record": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Role"];
            };
        };
        /** @description The record. */
        "Role.read": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Role"];
            };
        };
        /** @description The created record, or a list of all created records. */
        "Role.created": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Location: components["headers"]["Location"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Role"];
            };
        };
        /** @description The records in the order of the request. */
        "Role.changed": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Role.written"];
            };
        };
        /** @description The outcome of each item. */
        "Role.outcomes": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Role.outcomes"];
            };
        };
        /** @description A page of records. */
        "Tenant.page": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Content-Range": components["headers"]["Content-Range"];
                "X-Next-Cursor": components["headers"]["X-Next-Cursor"];
                "X-Rows": components["headers"]["X-Rows"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Tenant.page"];
            };
        };
        /** @description The record. */
        "Tenant.record": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Tenant"];
            };
        };
        /** @description The record. */
        "Tenant.read": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Tenant"];
            };
        };
        /** @description The created record, or a list of all created records. */
        "Tenant.created": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Location: components["headers"]["Location"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Tenant"];
            };
        };
        /** @description The records in the order of the request. */
        "Tenant.changed": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Tenant.written"];
            };
        };
        /** @description The outcome of each item. */
        "Tenant.outcomes": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Tenant.outcomes"];
            };
        };
        /** @description A page of records. */
        "User.page": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "Content-Range": components["headers"]["Content-Range"];
                "X-Next-Cursor": components["headers"]["X-Next-Cursor"];
                "X-Rows": components["headers"]["X-Rows"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["User.page"];
            };
        };
        /** @description The record. */
        "User.record": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["User"];
            };
        };
        /** @description The record. */
        "User.read": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["User"];
            };
        };
        /** @description The created record, or a list of all created records. */
        "User.created": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Location: components["headers"]["Location"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["User"];
            };
        };
        /** @description The records in the order of the request. */
        "User.changed": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["User.written"];
            };
        };
        /** @description The outcome of each item. */
        "User.outcomes": {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["User.outcomes"];
            };
        };
    };
    parameters: {
        /** @description The offset of the first record. */
        _start: number;
        /** @description The `X-Next-Cursor` of a page, instead of `_start`: returns the records after that page. `_end` counts from there. `_sort` and `_order` must be those of that page. */
        _after: string;
        /** @description `ASC` or `DESC`: one word for all columns, or one word for each column of `_sort`. */
        _order: string | string[];
        /** @description Returns records that contain each of these words in one of their searched fields, ignoring case. A text between double quotes, or a text of more than eight words, is searched for as a whole. */
        q: components["schemas"]["url-text"];
        "record-id": components["schemas"]["id"];
        /** @description With `false`, each item of a list is written by itself and has its own outcome. */
        _atomic: boolean;
        /** @description Entity tags, or `*`. If none matches, the answer is 412 and nothing changes. */
        "If-Match": string;
        /** @description Entity tags that the caller has. If a tag matches, the answer is 304. */
        "If-None-Match": string;
        /** @description The offset after the last record, at least `_start`. The default is `_start` + 25. */
        _end: number;
        /** @description This parameter has no effect: each group always has the number of its records. */
        "groups._count": "" | "true";
        /** @description The offset after the last group. The default is the largest page allowed. */
        "groups._end": number;
        /** @description Names of `_by`, `count`, and figures such as `sum.total`. A leading `-` sorts in descending order. */
        "groups._sort": string | string[];
        /** @description Conditions that each group must meet, such as `sum.total__gte:100` or `count__gt:5`. */
        _having: string | string[];
        /** @description The time zone in which periods of datetimes begin, such as `Europe/Berlin`. */
        _tz: string;
        id: components["schemas"]["integer"] | components["schemas"]["integer-list"];
        id__ne: components["schemas"]["integer"];
        id__gt: components["schemas"]["integer"];
        id__gte: components["schemas"]["integer"];
        id__lt: components["schemas"]["integer"];
        id__lte: components["schemas"]["integer"];
        id__in: components["schemas"]["integer"] | components["schemas"]["integer-list"];
        id__ilike: components["schemas"]["url-text"];
        created_at: components["schemas"]["datetime"] | components["schemas"]["datetime-list"];
        created_at__ne: components["schemas"]["datetime"];
        created_at__gt: components["schemas"]["datetime"];
        created_at__gte: components["schemas"]["datetime"];
        created_at__lt: components["schemas"]["datetime"];
        created_at__lte: components["schemas"]["datetime"];
        created_at__in: components["schemas"]["datetime"] | components["schemas"]["datetime-list"];
        created_at__ilike: components["schemas"]["url-text"];
        updated_at: components["schemas"]["datetime"] | components["schemas"]["datetime-list"];
        updated_at__ne: components["schemas"]["datetime"];
        updated_at__gt: components["schemas"]["datetime"];
        updated_at__gte: components["schemas"]["datetime"];
        updated_at__lt: components["schemas"]["datetime"];
        updated_at__lte: components["schemas"]["datetime"];
        updated_at__in: components["schemas"]["datetime"] | components["schemas"]["datetime-list"];
        updated_at__ilike: components["schemas"]["url-text"];
        name: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
        name__ne: components["schemas"]["url-text"];
        name__gt: components["schemas"]["url-text"];
        name__gte: components["schemas"]["url-text"];
        name__lt: components["schemas"]["url-text"];
        name__lte: components["schemas"]["url-text"];
        name__in: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
        name__ilike: components["schemas"]["url-text"];
        name__startswith: components["schemas"]["url-text"];
        status: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
        status__ne: components["schemas"]["url-text"];
        status__gt: components["schemas"]["url-text"];
        status__gte: components["schemas"]["url-text"];
        status__lt: components["schemas"]["url-text"];
        status__lte: components["schemas"]["url-text"];
        status__in: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
        status__ilike: components["schemas"]["url-text"];
        status__startswith: components["schemas"]["url-text"];
        /** @description Columns, the most important first. */
        "Article._sort": ("id" | "name" | "price" | "created_at" | "updated_at") | ("id" | "name" | "price" | "created_at" | "updated_at")[];
        /** @description Columns, the most important first. */
        "Order._sort": ("id" | "number" | "customer" | "status" | "total" | "placed_at" | "notes" | "created_at" | "updated_at") | ("id" | "number" | "customer" | "status" | "total" | "placed_at" | "notes" | "created_at" | "updated_at")[];
        /** @description The unique fields by which a record to change is found. */
        "Order._on": "number" | "number"[];
        /** @description To-one relations and lines to add. */
        "Order.one._expand": "lines" | "lines"[];
        /** @description Columns, the most important first. */
        "OrderLine._sort": ("id" | "order_id" | "position" | "article_id" | "product" | "quantity" | "unit_price") | ("id" | "order_id" | "position" | "article_id" | "product" | "quantity" | "unit_price")[];
        /** @description To-one relations to add. */
        "OrderLine._expand": ("order" | "article") | ("order" | "article")[];
        /** @description The unique fields by which a record to change is found. */
        "OrderLine._on": ("order_id" | "position") | ("order_id" | "position")[];
        /** @description Columns, the most important first. */
        "Role._sort": ("id" | "name" | "description" | "is_preset" | "created_at" | "updated_at") | ("id" | "name" | "description" | "is_preset" | "created_at" | "updated_at")[];
        /** @description The unique fields by which a record to change is found. */
        "Role._on": "name" | "name"[];
        /** @description Columns, the most important first. */
        "Tenant._sort": ("id" | "name" | "domain" | "status" | "created_at" | "updated_at") | ("id" | "name" | "domain" | "status" | "created_at" | "updated_at")[];
        /** @description The unique fields by which a record to change is found. */
        "Tenant._on": "name" | "name"[];
        /** @description Columns, the most important first. */
        "User._sort": ("id" | "username" | "email" | "first_name" | "last_name" | "status" | "created_at" | "updated_at") | ("id" | "username" | "email" | "first_name" | "last_name" | "status" | "created_at" | "updated_at")[];
        /** @description The unique fields by which a record to change is found. */
        "User._on": "username" | "username"[];
    };
    requestBodies: never;
    headers: {
        /** @description The origin whose pages may read the response, or `*`. */
        "Access-Control-Allow-Origin": string;
        /** @description Identifies the request in the log: the id that the client sent, or a new id. */
        "X-Request-Id": string;
        /** @description The total number of records. */
        "X-Total-Count": number;
        /** @description `items <start>-<end>/<total>`. The end is exclusive. */
        "Content-Range": string;
        /** @description The `_after` value for the next page, if there is one. */
        "X-Next-Cursor": string;
        /** @description `some` on an empty list if row rules let the caller see only some rows, whether other rows exist or not. */
        "X-Rows": "some";
        /** @description The version of the record as this reader sees it. Present without `_expand` and `_fields`, and with lines, which the version covers. */
        ETag: string;
        /** @description The path of the created record. */
        Location: string;
        /** @description The number of seconds to wait. */
        "Retry-After": number;
        /** @description How to authenticate. */
        "WWW-Authenticate": "Bearer";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listPendingOrders: {
        parameters: {
            query?: {
                /** @description The offset of the first record. */
                _start?: components["parameters"]["_start"];
                /** @description The offset after the last record, at least `_start`. The default is `_start` + 25. */
                _end?: components["parameters"]["_end"];
                /** @description Columns, the most important first. */
                _sort?: components["parameters"]["Order._sort"];
                /** @description `ASC` or `DESC`: one word for all columns, or one word for each column of `_sort`. */
                _order?: components["parameters"]["_order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Order.page"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    confirmOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                order_id: components["schemas"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order, whose status is `confirmed` now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    listArticle: {
        parameters: {
            query?: {
                /** @description The offset of the first record. */
                _start?: components["parameters"]["_start"];
                /** @description The offset after the last record, at least `_start`. The default is `_start` + 25. */
                _end?: components["parameters"]["_end"];
                /** @description The `X-Next-Cursor` of a page, instead of `_start`: returns the records after that page. `_end` counts from there. `_sort` and `_order` must be those of that page. */
                _after?: components["parameters"]["_after"];
                /** @description Columns, the most important first. */
                _sort?: components["parameters"]["Article._sort"];
                /** @description `ASC` or `DESC`: one word for all columns, or one word for each column of `_sort`. */
                _order?: components["parameters"]["_order"];
                /** @description Returns records that contain each of these words in one of their searched fields, ignoring case. A text between double quotes, or a text of more than eight words, is searched for as a whole. */
                q?: components["parameters"]["q"];
                /** @description To-many relations to count. */
                _count?: "order_lines" | "order_lines"[];
                id?: components["parameters"]["id"];
                id__ne?: components["parameters"]["id__ne"];
                id__gt?: components["parameters"]["id__gt"];
                id__gte?: components["parameters"]["id__gte"];
                id__lt?: components["parameters"]["id__lt"];
                id__lte?: components["parameters"]["id__lte"];
                id__in?: components["parameters"]["id__in"];
                id__ilike?: components["parameters"]["id__ilike"];
                name?: components["parameters"]["name"];
                name__ne?: components["parameters"]["name__ne"];
                name__gt?: components["parameters"]["name__gt"];
                name__gte?: components["parameters"]["name__gte"];
                name__lt?: components["parameters"]["name__lt"];
                name__lte?: components["parameters"]["name__lte"];
                name__in?: components["parameters"]["name__in"];
                name__ilike?: components["parameters"]["name__ilike"];
                name__startswith?: components["parameters"]["name__startswith"];
                price?: components["schemas"]["number"] | components["schemas"]["number-list"];
                price__ne?: components["schemas"]["number"];
                price__gt?: components["schemas"]["number"];
                price__gte?: components["schemas"]["number"];
                price__lt?: components["schemas"]["number"];
                price__lte?: components["schemas"]["number"];
                price__in?: components["schemas"]["number"] | components["schemas"]["number-list"];
                price__ilike?: components["schemas"]["url-text"];
                created_at?: components["parameters"]["created_at"];
                created_at__ne?: components["parameters"]["created_at__ne"];
                created_at__gt?: components["parameters"]["created_at__gt"];
                created_at__gte?: components["parameters"]["created_at__gte"];
                created_at__lt?: components["parameters"]["created_at__lt"];
                created_at__lte?: components["parameters"]["created_at__lte"];
                created_at__in?: components["parameters"]["created_at__in"];
                created_at__ilike?: components["parameters"]["created_at__ilike"];
                updated_at?: components["parameters"]["updated_at"];
                updated_at__ne?: components["parameters"]["updated_at__ne"];
                updated_at__gt?: components["parameters"]["updated_at__gt"];
                updated_at__gte?: components["parameters"]["updated_at__gte"];
                updated_at__lt?: components["parameters"]["updated_at__lt"];
                updated_at__lte?: components["parameters"]["updated_at__lte"];
                updated_at__in?: components["parameters"]["updated_at__in"];
                updated_at__ilike?: components["parameters"]["updated_at__ilike"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Article.page"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    createArticle: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ArticleInput"];
            };
        };
        responses: {
            201: components["responses"]["Article.created"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    updateManyArticle: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Article.changes"];
                "application/merge-patch+json": components["schemas"]["Article.changes"];
            };
        };
        responses: {
            200: components["responses"]["Article.changed"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    getArticle: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that the caller has. If a tag matches, the answer is 304. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                id: components["parameters"]["record-id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Article.read"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    replaceArticle: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, or `*`. If none matches, the answer is 412 and nothing changes. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["record-id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ArticleInput"];
            };
        };
        responses: {
            200: components["responses"]["Article.record"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    deleteArticle: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, or `*`. If none matches, the answer is 412 and nothing changes. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["record-id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    updateArticle: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, or `*`. If none matches, the answer is 412 and nothing changes. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["record-id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ArticlePatch"];
                "application/merge-patch+json": components["schemas"]["ArticlePatch"];
            };
        };
        responses: {
            200: components["responses"]["Article.record"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    aggregateArticle: {
        parameters: {
            query?: {
                /** @description The fields that the records of a group share. */
                _by?: ("id" | "name" | "price" | "created_at" | "created_at.year" | "created_at.quarter" | "created_at.month" | "created_at.week" | "created_at.day" | "updated_at" | "updated_at.year" | "updated_at.quarter" | "updated_at.month" | "updated_at.week" | "updated_at.day") | ("id" | "name" | "price" | "created_at" | "created_at.year" | "created_at.quarter" | "created_at.month" | "created_at.week" | "created_at.day" | "updated_at" | "updated_at.year" | "updated_at.quarter" | "updated_at.month" | "updated_at.week" | "updated_at.day")[];
                _sum?: "price" | components["schemas"]["Article.numbers"];
                _avg?: "price" | components["schemas"]["Article.numbers"];
                _min?: ("price" | "created_at" | "updated_at") | components["schemas"]["Article.ordered"];
                _max?: ("price" | "created_at" | "updated_at") | components["schemas"]["Article.ordered"];
                /** @description Conditions that each group must meet, such as `sum.total__gte:100` or `count__gt:5`. */
                _having?: components["parameters"]["_having"];
                /** @description Names of `_by`, `count`, and figures such as `sum.total`. A leading `-` sorts in descending order. */
                _sort?: components["parameters"]["groups._sort"];
                /** @description The offset of the first record. */
                _start?: components["parameters"]["_start"];
                /** @description The offset after the last group. The default is the largest page allowed. */
                _end?: components["parameters"]["groups._end"];
                /** @description The time zone in which periods of datetimes begin, such as `Europe/Berlin`. */
                _tz?: components["parameters"]["_tz"];
                /** @description This parameter has no effect: each group always has the number of its records. */
                _count?: components["parameters"]["groups._count"];
                /** @description Returns records that contain each of these words in one of their searched fields, ignoring case. A text between double quotes, or a text of more than eight words, is searched for as a whole. */
                q?: components["parameters"]["q"];
                id?: components["parameters"]["id"];
                id__ne?: components["parameters"]["id__ne"];
                id__gt?: components["parameters"]["id__gt"];
                id__gte?: components["parameters"]["id__gte"];
                id__lt?: components["parameters"]["id__lt"];
                id__lte?: components["parameters"]["id__lte"];
                id__in?: components["parameters"]["id__in"];
                id__ilike?: components["parameters"]["id__ilike"];
                name?: components["parameters"]["name"];
                name__ne?: components["parameters"]["name__ne"];
                name__gt?: components["parameters"]["name__gt"];
                name__gte?: components["parameters"]["name__gte"];
                name__lt?: components["parameters"]["name__lt"];
                name__lte?: components["parameters"]["name__lte"];
                name__in?: components["parameters"]["name__in"];
                name__ilike?: components["parameters"]["name__ilike"];
                name__startswith?: components["parameters"]["name__startswith"];
                price?: components["schemas"]["number"] | components["schemas"]["number-list"];
                price__ne?: components["schemas"]["number"];
                price__gt?: components["schemas"]["number"];
                price__gte?: components["schemas"]["number"];
                price__lt?: components["schemas"]["number"];
                price__lte?: components["schemas"]["number"];
                price__in?: components["schemas"]["number"] | components["schemas"]["number-list"];
                price__ilike?: components["schemas"]["url-text"];
                created_at?: components["parameters"]["created_at"];
                created_at__ne?: components["parameters"]["created_at__ne"];
                created_at__gt?: components["parameters"]["created_at__gt"];
                created_at__gte?: components["parameters"]["created_at__gte"];
                created_at__lt?: components["parameters"]["created_at__lt"];
                created_at__lte?: components["parameters"]["created_at__lte"];
                created_at__in?: components["parameters"]["created_at__in"];
                created_at__ilike?: components["parameters"]["created_at__ilike"];
                updated_at?: components["parameters"]["updated_at"];
                updated_at__ne?: components["parameters"]["updated_at__ne"];
                updated_at__gt?: components["parameters"]["updated_at__gt"];
                updated_at__gte?: components["parameters"]["updated_at__gte"];
                updated_at__lt?: components["parameters"]["updated_at__lt"];
                updated_at__lte?: components["parameters"]["updated_at__lte"];
                updated_at__in?: components["parameters"]["updated_at__in"];
                updated_at__ilike?: components["parameters"]["updated_at__ilike"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of groups. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "Content-Range": components["headers"]["Content-Range"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Article.groups"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listOrder: {
        parameters: {
            query?: {
                /** @description The offset of the first record. */
                _start?: components["parameters"]["_start"];
                /** @description The offset after the last record, at least `_start`. The default is `_start` + 25. */
                _end?: components["parameters"]["_end"];
                /** @description The `X-Next-Cursor` of a page, instead of `_start`: returns the records after that page. `_end` counts from there. `_sort` and `_order` must be those of that page. */
                _after?: components["parameters"]["_after"];
                /** @description Columns, the most important first. */
                _sort?: components["parameters"]["Order._sort"];
                /** @description `ASC` or `DESC`: one word for all columns, or one word for each column of `_sort`. */
                _order?: components["parameters"]["_order"];
                /** @description Returns records that contain each of these words in one of their searched fields, ignoring case. A text between double quotes, or a text of more than eight words, is searched for as a whole. */
                q?: components["parameters"]["q"];
                /** @description To-many relations to count. */
                _count?: "lines" | "lines"[];
                id?: components["parameters"]["id"];
                id__ne?: components["parameters"]["id__ne"];
                id__gt?: components["parameters"]["id__gt"];
                id__gte?: components["parameters"]["id__gte"];
                id__lt?: components["parameters"]["id__lt"];
                id__lte?: components["parameters"]["id__lte"];
                id__in?: components["parameters"]["id__in"];
                id__ilike?: components["parameters"]["id__ilike"];
                number?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                number__ne?: components["schemas"]["url-text"];
                number__gt?: components["schemas"]["url-text"];
                number__gte?: components["schemas"]["url-text"];
                number__lt?: components["schemas"]["url-text"];
                number__lte?: components["schemas"]["url-text"];
                number__in?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                number__ilike?: components["schemas"]["url-text"];
                number__startswith?: components["schemas"]["url-text"];
                customer?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                customer__ne?: components["schemas"]["url-text"];
                customer__gt?: components["schemas"]["url-text"];
                customer__gte?: components["schemas"]["url-text"];
                customer__lt?: components["schemas"]["url-text"];
                customer__lte?: components["schemas"]["url-text"];
                customer__in?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                customer__ilike?: components["schemas"]["url-text"];
                customer__startswith?: components["schemas"]["url-text"];
                status?: components["parameters"]["status"];
                status__ne?: components["parameters"]["status__ne"];
                status__gt?: components["parameters"]["status__gt"];
                status__gte?: components["parameters"]["status__gte"];
                status__lt?: components["parameters"]["status__lt"];
                status__lte?: components["parameters"]["status__lte"];
                status__in?: components["parameters"]["status__in"];
                status__ilike?: components["parameters"]["status__ilike"];
                status__startswith?: components["parameters"]["status__startswith"];
                total?: components["schemas"]["number"] | components["schemas"]["number-list"];
                total__ne?: components["schemas"]["number"];
                total__gt?: components["schemas"]["number"];
                total__gte?: components["schemas"]["number"];
                total__lt?: components["schemas"]["number"];
                total__lte?: components["schemas"]["number"];
                total__in?: components["schemas"]["number"] | components["schemas"]["number-list"];
                total__isnull?: components["schemas"]["boolean"];
                total__ilike?: components["schemas"]["url-text"];
                placed_at?: components["schemas"]["datetime"] | components["schemas"]["datetime-list"];
                placed_at__ne?: components["schemas"]["datetime"];
                placed_at__gt?: components["schemas"]["datetime"];
                placed_at__gte?: components["schemas"]["datetime"];
                placed_at__lt?: components["schemas"]["datetime"];
                placed_at__lte?: components["schemas"]["datetime"];
                placed_at__in?: components["schemas"]["datetime"] | components["schemas"]["datetime-list"];
                placed_at__isnull?: components["schemas"]["boolean"];
                placed_at__ilike?: components["schemas"]["url-text"];
                notes?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                notes__ne?: components["schemas"]["url-text"];
                notes__gt?: components["schemas"]["url-text"];
                notes__gte?: components["schemas"]["url-text"];
                notes__lt?: components["schemas"]["url-text"];
                notes__lte?: components["schemas"]["url-text"];
                notes__in?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                notes__isnull?: components["schemas"]["boolean"];
                notes__ilike?: components["schemas"]["url-text"];
                notes__startswith?: components["schemas"]["url-text"];
                confirmation?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                confirmation__ne?: components["schemas"]["url-text"];
                confirmation__in?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                confirmation__isnull?: components["schemas"]["boolean"];
                created_at?: components["parameters"]["created_at"];
                created_at__ne?: components["parameters"]["created_at__ne"];
                created_at__gt?: components["parameters"]["created_at__gt"];
                created_at__gte?: components["parameters"]["created_at__gte"];
                created_at__lt?: components["parameters"]["created_at__lt"];
                created_at__lte?: components["parameters"]["created_at__lte"];
                created_at__in?: components["parameters"]["created_at__in"];
                created_at__ilike?: components["parameters"]["created_at__ilike"];
                updated_at?: components["parameters"]["updated_at"];
                updated_at__ne?: components["parameters"]["updated_at__ne"];
                updated_at__gt?: components["parameters"]["updated_at__gt"];
                updated_at__gte?: components["parameters"]["updated_at__gte"];
                updated_at__lt?: components["parameters"]["updated_at__lt"];
                updated_at__lte?: components["parameters"]["updated_at__lte"];
                updated_at__in?: components["parameters"]["updated_at__in"];
                updated_at__ilike?: components["parameters"]["updated_at__ilike"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Order.page"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    createOrder: {
        parameters: {
            query?: {
                /** @description The unique fields by which a record to change is found. */
                _on?: components["parameters"]["Order._on"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderInput"];
            };
        };
        responses: {
            200: components["responses"]["Order.created"];
            201: components["responses"]["Order.created"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    updateManyOrder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Order.changes"];
                "application/merge-patch+json": components["schemas"]["Order.changes"];
            };
        };
        responses: {
            200: components["responses"]["Order.changed"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    getOrder: {
        parameters: {
            query?: {
                /** @description To-one relations and lines to add. */
                _expand?: components["parameters"]["Order.one._expand"];
            };
            header?: {
                /** @description Entity tags that the caller has. If a tag matches, the answer is 304. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                id: components["parameters"]["record-id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Order.read"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    replaceOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, or `*`. If none matches, the answer is 412 and nothing changes. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["record-id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderInput"];
            };
        };
        responses: {
            200: components["responses"]["Order.record"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    deleteOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, or `*`. If none matches, the answer is 412 and nothing changes. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["record-id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    updateOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, or `*`. If none matches, the answer is 412 and nothing changes. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["record-id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderPatch"];
                "application/merge-patch+json": components["schemas"]["OrderPatch"];
            };
        };
        responses: {
            200: components["responses"]["Order.record"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    aggregateOrder: {
        parameters: {
            query?: {
                /** @description The fields that the records of a group share. */
                _by?: ("id" | "number" | "customer" | "status" | "total" | "placed_at" | "placed_at.year" | "placed_at.quarter" | "placed_at.month" | "placed_at.week" | "placed_at.day" | "created_at" | "created_at.year" | "created_at.quarter" | "created_at.month" | "created_at.week" | "created_at.day" | "updated_at" | "updated_at.year" | "updated_at.quarter" | "updated_at.month" | "updated_at.week" | "updated_at.day") | ("id" | "number" | "customer" | "status" | "total" | "placed_at" | "placed_at.year" | "placed_at.quarter" | "placed_at.month" | "placed_at.week" | "placed_at.day" | "created_at" | "created_at.year" | "created_at.quarter" | "created_at.month" | "created_at.week" | "created_at.day" | "updated_at" | "updated_at.year" | "updated_at.quarter" | "updated_at.month" | "updated_at.week" | "updated_at.day")[];
                _sum?: "total" | components["schemas"]["Order.numbers"];
                _avg?: "total" | components["schemas"]["Order.numbers"];
                _min?: ("total" | "placed_at" | "created_at" | "updated_at") | components["schemas"]["Order.ordered"];
                _max?: ("total" | "placed_at" | "created_at" | "updated_at") | components["schemas"]["Order.ordered"];
                /** @description Conditions that each group must meet, such as `sum.total__gte:100` or `count__gt:5`. */
                _having?: components["parameters"]["_having"];
                /** @description Names of `_by`, `count`, and figures such as `sum.total`. A leading `-` sorts in descending order. */
                _sort?: components["parameters"]["groups._sort"];
                /** @description The offset of the first record. */
                _start?: components["parameters"]["_start"];
                /** @description The offset after the last group. The default is the largest page allowed. */
                _end?: components["parameters"]["groups._end"];
                /** @description The time zone in which periods of datetimes begin, such as `Europe/Berlin`. */
                _tz?: components["parameters"]["_tz"];
                /** @description This parameter has no effect: each group always has the number of its records. */
                _count?: components["parameters"]["groups._count"];
                /** @description Returns records that contain each of these words in one of their searched fields, ignoring case. A text between double quotes, or a text of more than eight words, is searched for as a whole. */
                q?: components["parameters"]["q"];
                id?: components["parameters"]["id"];
                id__ne?: components["parameters"]["id__ne"];
                id__gt?: components["parameters"]["id__gt"];
                id__gte?: components["parameters"]["id__gte"];
                id__lt?: components["parameters"]["id__lt"];
                id__lte?: components["parameters"]["id__lte"];
                id__in?: components["parameters"]["id__in"];
                id__ilike?: components["parameters"]["id__ilike"];
                number?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                number__ne?: components["schemas"]["url-text"];
                number__gt?: components["schemas"]["url-text"];
                number__gte?: components["schemas"]["url-text"];
                number__lt?: components["schemas"]["url-text"];
                number__lte?: components["schemas"]["url-text"];
                number__in?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                number__ilike?: components["schemas"]["url-text"];
                number__startswith?: components["schemas"]["url-text"];
                customer?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                customer__ne?: components["schemas"]["url-text"];
                customer__gt?: components["schemas"]["url-text"];
                customer__gte?: components["schemas"]["url-text"];
                customer__lt?: components["schemas"]["url-text"];
                customer__lte?: components["schemas"]["url-text"];
                customer__in?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                customer__ilike?: components["schemas"]["url-text"];
                customer__startswith?: components["schemas"]["url-text"];
                status?: components["parameters"]["status"];
                status__ne?: components["parameters"]["status__ne"];
                status__gt?: components["parameters"]["status__gt"];
                status__gte?: components["parameters"]["status__gte"];
                status__lt?: components["parameters"]["status__lt"];
                status__lte?: components["parameters"]["status__lte"];
                status__in?: components["parameters"]["status__in"];
                status__ilike?: components["parameters"]["status__ilike"];
                status__startswith?: components["parameters"]["status__startswith"];
                total?: components["schemas"]["number"] | components["schemas"]["number-list"];
                total__ne?: components["schemas"]["number"];
                total__gt?: components["schemas"]["number"];
                total__gte?: components["schemas"]["number"];
                total__lt?: components["schemas"]["number"];
                total__lte?: components["schemas"]["number"];
                total__in?: components["schemas"]["number"] | components["schemas"]["number-list"];
                total__isnull?: components["schemas"]["boolean"];
                total__ilike?: components["schemas"]["url-text"];
                placed_at?: components["schemas"]["datetime"] | components["schemas"]["datetime-list"];
                placed_at__ne?: components["schemas"]["datetime"];
                placed_at__gt?: components["schemas"]["datetime"];
                placed_at__gte?: components["schemas"]["datetime"];
                placed_at__lt?: components["schemas"]["datetime"];
                placed_at__lte?: components["schemas"]["datetime"];
                placed_at__in?: components["schemas"]["datetime"] | components["schemas"]["datetime-list"];
                placed_at__isnull?: components["schemas"]["boolean"];
                placed_at__ilike?: components["schemas"]["url-text"];
                notes?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                notes__ne?: components["schemas"]["url-text"];
                notes__gt?: components["schemas"]["url-text"];
                notes__gte?: components["schemas"]["url-text"];
                notes__lt?: components["schemas"]["url-text"];
                notes__lte?: components["schemas"]["url-text"];
                notes__in?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                notes__isnull?: components["schemas"]["boolean"];
                notes__ilike?: components["schemas"]["url-text"];
                notes__startswith?: components["schemas"]["url-text"];
                confirmation?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                confirmation__ne?: components["schemas"]["url-text"];
                confirmation__in?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                confirmation__isnull?: components["schemas"]["boolean"];
                created_at?: components["parameters"]["created_at"];
                created_at__ne?: components["parameters"]["created_at__ne"];
                created_at__gt?: components["parameters"]["created_at__gt"];
                created_at__gte?: components["parameters"]["created_at__gte"];
                created_at__lt?: components["parameters"]["created_at__lt"];
                created_at__lte?: components["parameters"]["created_at__lte"];
                created_at__in?: components["parameters"]["created_at__in"];
                created_at__ilike?: components["parameters"]["created_at__ilike"];
                updated_at?: components["parameters"]["updated_at"];
                updated_at__ne?: components["parameters"]["updated_at__ne"];
                updated_at__gt?: components["parameters"]["updated_at__gt"];
                updated_at__gte?: components["parameters"]["updated_at__gte"];
                updated_at__lt?: components["parameters"]["updated_at__lt"];
                updated_at__lte?: components["parameters"]["updated_at__lte"];
                updated_at__in?: components["parameters"]["updated_at__in"];
                updated_at__ilike?: components["parameters"]["updated_at__ilike"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of groups. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "Content-Range": components["headers"]["Content-Range"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order.groups"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listOrderLine: {
        parameters: {
            query?: {
                /** @description The offset of the first record. */
                _start?: components["parameters"]["_start"];
                /** @description The offset after the last record, at least `_start`. The default is `_start` + 25. */
                _end?: components["parameters"]["_end"];
                /** @description The `X-Next-Cursor` of a page, instead of `_start`: returns the records after that page. `_end` counts from there. `_sort` and `_order` must be those of that page. */
                _after?: components["parameters"]["_after"];
                /** @description Columns, the most important first. */
                _sort?: components["parameters"]["OrderLine._sort"];
                /** @description `ASC` or `DESC`: one word for all columns, or one word for each column of `_sort`. */
                _order?: components["parameters"]["_order"];
                /** @description Returns records that contain each of these words in one of their searched fields, ignoring case. A text between double quotes, or a text of more than eight words, is searched for as a whole. */
                q?: components["parameters"]["q"];
                /** @description To-one relations to add. */
                _expand?: components["parameters"]["OrderLine._expand"];
                id?: components["parameters"]["id"];
                id__ne?: components["parameters"]["id__ne"];
                id__gt?: components["parameters"]["id__gt"];
                id__gte?: components["parameters"]["id__gte"];
                id__lt?: components["parameters"]["id__lt"];
                id__lte?: components["parameters"]["id__lte"];
                id__in?: components["parameters"]["id__in"];
                id__ilike?: components["parameters"]["id__ilike"];
                order_id?: components["schemas"]["integer"] | components["schemas"]["integer-list"];
                order_id__ne?: components["schemas"]["integer"];
                order_id__gt?: components["schemas"]["integer"];
                order_id__gte?: components["schemas"]["integer"];
                order_id__lt?: components["schemas"]["integer"];
                order_id__lte?: components["schemas"]["integer"];
                order_id__in?: components["schemas"]["integer"] | components["schemas"]["integer-list"];
                order_id__ilike?: components["schemas"]["url-text"];
                position?: components["schemas"]["integer"] | components["schemas"]["integer-list"];
                position__ne?: components["schemas"]["integer"];
                position__gt?: components["schemas"]["integer"];
                position__gte?: components["schemas"]["integer"];
                position__lt?: components["schemas"]["integer"];
                position__lte?: components["schemas"]["integer"];
                position__in?: components["schemas"]["integer"] | components["schemas"]["integer-list"];
                position__ilike?: components["schemas"]["url-text"];
                article_id?: components["schemas"]["integer"] | components["schemas"]["integer-list"];
                article_id__ne?: components["schemas"]["integer"];
                article_id__gt?: components["schemas"]["integer"];
                article_id__gte?: components["schemas"]["integer"];
                article_id__lt?: components["schemas"]["integer"];
                article_id__lte?: components["schemas"]["integer"];
                article_id__in?: components["schemas"]["integer"] | components["schemas"]["integer-list"];
                article_id__isnull?: components["schemas"]["boolean"];
                article_id__ilike?: components["schemas"]["url-text"];
                product?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                product__ne?: components["schemas"]["url-text"];
                product__gt?: components["schemas"]["url-text"];
                product__gte?: components["schemas"]["url-text"];
                product__lt?: components["schemas"]["url-text"];
                product__lte?: components["schemas"]["url-text"];
                product__in?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                product__ilike?: components["schemas"]["url-text"];
                product__startswith?: components["schemas"]["url-text"];
                quantity?: components["schemas"]["integer"] | components["schemas"]["integer-list"];
                quantity__ne?: components["schemas"]["integer"];
                quantity__gt?: components["schemas"]["integer"];
                quantity__gte?: components["schemas"]["integer"];
                quantity__lt?: components["schemas"]["integer"];
                quantity__lte?: components["schemas"]["integer"];
                quantity__in?: components["schemas"]["integer"] | components["schemas"]["integer-list"];
                quantity__ilike?: components["schemas"]["url-text"];
                unit_price?: components["schemas"]["number"] | components["schemas"]["number-list"];
                unit_price__ne?: components["schemas"]["number"];
                unit_price__gt?: components["schemas"]["number"];
                unit_price__gte?: components["schemas"]["number"];
                unit_price__lt?: components["schemas"]["number"];
                unit_price__lte?: components["schemas"]["number"];
                unit_price__in?: components["schemas"]["number"] | components["schemas"]["number-list"];
                unit_price__ilike?: components["schemas"]["url-text"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OrderLine.page"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    createOrderLine: {
        parameters: {
            query?: {
                /** @description The unique fields by which a record to change is found. */
                _on?: components["parameters"]["OrderLine._on"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderLineInput"];
            };
        };
        responses: {
            200: components["responses"]["OrderLine.created"];
            201: components["responses"]["OrderLine.created"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    updateManyOrderLine: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderLine.changes"];
                "application/merge-patch+json": components["schemas"]["OrderLine.changes"];
            };
        };
        responses: {
            200: components["responses"]["OrderLine.changed"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    getOrderLine: {
        parameters: {
            query?: {
                /** @description To-one relations to add. */
                _expand?: components["parameters"]["OrderLine._expand"];
            };
            header?: {
                /** @description Entity tags that the caller has. If a tag matches, the answer is 304. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                id: components["parameters"]["record-id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OrderLine.read"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    replaceOrderLine: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, or `*`. If none matches, the answer is 412 and nothing changes. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["record-id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderLineInput"];
            };
        };
        responses: {
            200: components["responses"]["OrderLine.record"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    deleteOrderLine: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, or `*`. If none matches, the answer is 412 and nothing changes. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["record-id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    updateOrderLine: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, or `*`. If none matches, the answer is 412 and nothing changes. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["record-id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderLinePatch"];
                "application/merge-patch+json": components["schemas"]["OrderLinePatch"];
            };
        };
        responses: {
            200: components["responses"]["OrderLine.record"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    aggregateOrderLine: {
        parameters: {
            query?: {
                /** @description The fields that the records of a group share. */
                _by?: ("id" | "order_id" | "position" | "article_id" | "product" | "quantity" | "unit_price") | ("id" | "order_id" | "position" | "article_id" | "product" | "quantity" | "unit_price")[];
                _sum?: ("order_id" | "position" | "article_id" | "quantity" | "unit_price") | components["schemas"]["OrderLine.numbers"];
                _avg?: ("order_id" | "position" | "article_id" | "quantity" | "unit_price") | components["schemas"]["OrderLine.numbers"];
                _min?: ("order_id" | "position" | "article_id" | "quantity" | "unit_price") | components["schemas"]["OrderLine.ordered"];
                _max?: ("order_id" | "position" | "article_id" | "quantity" | "unit_price") | components["schemas"]["OrderLine.ordered"];
                /** @description Conditions that each group must meet, such as `sum.total__gte:100` or `count__gt:5`. */
                _having?: components["parameters"]["_having"];
                /** @description Names of `_by`, `count`, and figures such as `sum.total`. A leading `-` sorts in descending order. */
                _sort?: components["parameters"]["groups._sort"];
                /** @description The offset of the first record. */
                _start?: components["parameters"]["_start"];
                /** @description The offset after the last group. The default is the largest page allowed. */
                _end?: components["parameters"]["groups._end"];
                /** @description The time zone in which periods of datetimes begin, such as `Europe/Berlin`. */
                _tz?: components["parameters"]["_tz"];
                /** @description This parameter has no effect: each group always has the number of its records. */
                _count?: components["parameters"]["groups._count"];
                /** @description Returns records that contain each of these words in one of their searched fields, ignoring case. A text between double quotes, or a text of more than eight words, is searched for as a whole. */
                q?: components["parameters"]["q"];
                id?: components["parameters"]["id"];
                id__ne?: components["parameters"]["id__ne"];
                id__gt?: components["parameters"]["id__gt"];
                id__gte?: components["parameters"]["id__gte"];
                id__lt?: components["parameters"]["id__lt"];
                id__lte?: components["parameters"]["id__lte"];
                id__in?: components["parameters"]["id__in"];
                id__ilike?: components["parameters"]["id__ilike"];
                order_id?: components["schemas"]["integer"] | components["schemas"]["integer-list"];
                order_id__ne?: components["schemas"]["integer"];
                order_id__gt?: components["schemas"]["integer"];
                order_id__gte?: components["schemas"]["integer"];
                order_id__lt?: components["schemas"]["integer"];
                order_id__lte?: components["schemas"]["integer"];
                order_id__in?: components["schemas"]["integer"] | components["schemas"]["integer-list"];
                order_id__ilike?: components["schemas"]["url-text"];
                position?: components["schemas"]["integer"] | components["schemas"]["integer-list"];
                position__ne?: components["schemas"]["integer"];
                position__gt?: components["schemas"]["integer"];
                position__gte?: components["schemas"]["integer"];
                position__lt?: components["schemas"]["integer"];
                position__lte?: components["schemas"]["integer"];
                position__in?: components["schemas"]["integer"] | components["schemas"]["integer-list"];
                position__ilike?: components["schemas"]["url-text"];
                article_id?: components["schemas"]["integer"] | components["schemas"]["integer-list"];
                article_id__ne?: components["schemas"]["integer"];
                article_id__gt?: components["schemas"]["integer"];
                article_id__gte?: components["schemas"]["integer"];
                article_id__lt?: components["schemas"]["integer"];
                article_id__lte?: components["schemas"]["integer"];
                article_id__in?: components["schemas"]["integer"] | components["schemas"]["integer-list"];
                article_id__isnull?: components["schemas"]["boolean"];
                article_id__ilike?: components["schemas"]["url-text"];
                product?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                product__ne?: components["schemas"]["url-text"];
                product__gt?: components["schemas"]["url-text"];
                product__gte?: components["schemas"]["url-text"];
                product__lt?: components["schemas"]["url-text"];
                product__lte?: components["schemas"]["url-text"];
                product__in?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                product__ilike?: components["schemas"]["url-text"];
                product__startswith?: components["schemas"]["url-text"];
                quantity?: components["schemas"]["integer"] | components["schemas"]["integer-list"];
                quantity__ne?: components["schemas"]["integer"];
                quantity__gt?: components["schemas"]["integer"];
                quantity__gte?: components["schemas"]["integer"];
                quantity__lt?: components["schemas"]["integer"];
                quantity__lte?: components["schemas"]["integer"];
                quantity__in?: components["schemas"]["integer"] | components["schemas"]["integer-list"];
                quantity__ilike?: components["schemas"]["url-text"];
                unit_price?: components["schemas"]["number"] | components["schemas"]["number-list"];
                unit_price__ne?: components["schemas"]["number"];
                unit_price__gt?: components["schemas"]["number"];
                unit_price__gte?: components["schemas"]["number"];
                unit_price__lt?: components["schemas"]["number"];
                unit_price__lte?: components["schemas"]["number"];
                unit_price__in?: components["schemas"]["number"] | components["schemas"]["number-list"];
                unit_price__ilike?: components["schemas"]["url-text"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of groups. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "Content-Range": components["headers"]["Content-Range"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderLine.groups"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listRole: {
        parameters: {
            query?: {
                /** @description The offset of the first record. */
                _start?: components["parameters"]["_start"];
                /** @description The offset after the last record, at least `_start`. The default is `_start` + 25. */
                _end?: components["parameters"]["_end"];
                /** @description The `X-Next-Cursor` of a page, instead of `_start`: returns the records after that page. `_end` counts from there. `_sort` and `_order` must be those of that page. */
                _after?: components["parameters"]["_after"];
                /** @description Columns, the most important first. */
                _sort?: components["parameters"]["Role._sort"];
                /** @description `ASC` or `DESC`: one word for all columns, or one word for each column of `_sort`. */
                _order?: components["parameters"]["_order"];
                /** @description Returns records that contain each of these words in one of their searched fields, ignoring case. A text between double quotes, or a text of more than eight words, is searched for as a whole. */
                q?: components["parameters"]["q"];
                id?: components["parameters"]["id"];
                id__ne?: components["parameters"]["id__ne"];
                id__gt?: components["parameters"]["id__gt"];
                id__gte?: components["parameters"]["id__gte"];
                id__lt?: components["parameters"]["id__lt"];
                id__lte?: components["parameters"]["id__lte"];
                id__in?: components["parameters"]["id__in"];
                id__ilike?: components["parameters"]["id__ilike"];
                name?: components["parameters"]["name"];
                name__ne?: components["parameters"]["name__ne"];
                name__gt?: components["parameters"]["name__gt"];
                name__gte?: components["parameters"]["name__gte"];
                name__lt?: components["parameters"]["name__lt"];
                name__lte?: components["parameters"]["name__lte"];
                name__in?: components["parameters"]["name__in"];
                name__ilike?: components["parameters"]["name__ilike"];
                name__startswith?: components["parameters"]["name__startswith"];
                description?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                description__ne?: components["schemas"]["url-text"];
                description__gt?: components["schemas"]["url-text"];
                description__gte?: components["schemas"]["url-text"];
                description__lt?: components["schemas"]["url-text"];
                description__lte?: components["schemas"]["url-text"];
                description__in?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                description__isnull?: components["schemas"]["boolean"];
                description__ilike?: components["schemas"]["url-text"];
                description__startswith?: components["schemas"]["url-text"];
                allowed_methods?: string;
                allowed_methods__ne?: string;
                is_preset?: components["schemas"]["boolean"] | components["schemas"]["boolean-list"];
                is_preset__ne?: components["schemas"]["boolean"];
                is_preset__in?: components["schemas"]["boolean"] | components["schemas"]["boolean-list"];
                created_at?: components["parameters"]["created_at"];
                created_at__ne?: components["parameters"]["created_at__ne"];
                created_at__gt?: components["parameters"]["created_at__gt"];
                created_at__gte?: components["parameters"]["created_at__gte"];
                created_at__lt?: components["parameters"]["created_at__lt"];
                created_at__lte?: components["parameters"]["created_at__lte"];
                created_at__in?: components["parameters"]["created_at__in"];
                created_at__ilike?: components["parameters"]["created_at__ilike"];
                updated_at?: components["parameters"]["updated_at"];
                updated_at__ne?: components["parameters"]["updated_at__ne"];
                updated_at__gt?: components["parameters"]["updated_at__gt"];
                updated_at__gte?: components["parameters"]["updated_at__gte"];
                updated_at__lt?: components["parameters"]["updated_at__lt"];
                updated_at__lte?: components["parameters"]["updated_at__lte"];
                updated_at__in?: components["parameters"]["updated_at__in"];
                updated_at__ilike?: components["parameters"]["updated_at__ilike"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Role.page"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    createRole: {
        parameters: {
            query?: {
                /** @description The unique fields by which a record to change is found. */
                _on?: components["parameters"]["Role._on"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoleInput"];
            };
        };
        responses: {
            200: components["responses"]["Role.created"];
            201: components["responses"]["Role.created"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    updateManyRole: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Role.changes"];
                "application/merge-patch+json": components["schemas"]["Role.changes"];
            };
        };
        responses: {
            200: components["responses"]["Role.changed"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    getRole: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that the caller has. If a tag matches, the answer is 304. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                id: components["parameters"]["record-id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Role.read"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    replaceRole: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, or `*`. If none matches, the answer is 412 and nothing changes. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["record-id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoleInput"];
            };
        };
        responses: {
            200: components["responses"]["Role.record"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    deleteRole: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, or `*`. If none matches, the answer is 412 and nothing changes. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["record-id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    updateRole: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, or `*`. If none matches, the answer is 412 and nothing changes. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["record-id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RolePatch"];
                "application/merge-patch+json": components["schemas"]["RolePatch"];
            };
        };
        responses: {
            200: components["responses"]["Role.record"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    aggregateRole: {
        parameters: {
            query?: {
                /** @description The fields that the records of a group share. */
                _by?: ("id" | "name" | "is_preset" | "created_at" | "created_at.year" | "created_at.quarter" | "created_at.month" | "created_at.week" | "created_at.day" | "updated_at" | "updated_at.year" | "updated_at.quarter" | "updated_at.month" | "updated_at.week" | "updated_at.day") | ("id" | "name" | "is_preset" | "created_at" | "created_at.year" | "created_at.quarter" | "created_at.month" | "created_at.week" | "created_at.day" | "updated_at" | "updated_at.year" | "updated_at.quarter" | "updated_at.month" | "updated_at.week" | "updated_at.day")[];
                _min?: ("created_at" | "updated_at") | components["schemas"]["Role.ordered"];
                _max?: ("created_at" | "updated_at") | components["schemas"]["Role.ordered"];
                /** @description Conditions that each group must meet, such as `sum.total__gte:100` or `count__gt:5`. */
                _having?: components["parameters"]["_having"];
                /** @description Names of `_by`, `count`, and figures such as `sum.total`. A leading `-` sorts in descending order. */
                _sort?: components["parameters"]["groups._sort"];
                /** @description The offset of the first record. */
                _start?: components["parameters"]["_start"];
                /** @description The offset after the last group. The default is the largest page allowed. */
                _end?: components["parameters"]["groups._end"];
                /** @description The time zone in which periods of datetimes begin, such as `Europe/Berlin`. */
                _tz?: components["parameters"]["_tz"];
                /** @description This parameter has no effect: each group always has the number of its records. */
                _count?: components["parameters"]["groups._count"];
                /** @description Returns records that contain each of these words in one of their searched fields, ignoring case. A text between double quotes, or a text of more than eight words, is searched for as a whole. */
                q?: components["parameters"]["q"];
                id?: components["parameters"]["id"];
                id__ne?: components["parameters"]["id__ne"];
                id__gt?: components["parameters"]["id__gt"];
                id__gte?: components["parameters"]["id__gte"];
                id__lt?: components["parameters"]["id__lt"];
                id__lte?: components["parameters"]["id__lte"];
                id__in?: components["parameters"]["id__in"];
                id__ilike?: components["parameters"]["id__ilike"];
                name?: components["parameters"]["name"];
                name__ne?: components["parameters"]["name__ne"];
                name__gt?: components["parameters"]["name__gt"];
                name__gte?: components["parameters"]["name__gte"];
                name__lt?: components["parameters"]["name__lt"];
                name__lte?: components["parameters"]["name__lte"];
                name__in?: components["parameters"]["name__in"];
                name__ilike?: components["parameters"]["name__ilike"];
                name__startswith?: components["parameters"]["name__startswith"];
                description?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                description__ne?: components["schemas"]["url-text"];
                description__gt?: components["schemas"]["url-text"];
                description__gte?: components["schemas"]["url-text"];
                description__lt?: components["schemas"]["url-text"];
                description__lte?: components["schemas"]["url-text"];
                description__in?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                description__isnull?: components["schemas"]["boolean"];
                description__ilike?: components["schemas"]["url-text"];
                description__startswith?: components["schemas"]["url-text"];
                allowed_methods?: string;
                allowed_methods__ne?: string;
                is_preset?: components["schemas"]["boolean"] | components["schemas"]["boolean-list"];
                is_preset__ne?: components["schemas"]["boolean"];
                is_preset__in?: components["schemas"]["boolean"] | components["schemas"]["boolean-list"];
                created_at?: components["parameters"]["created_at"];
                created_at__ne?: components["parameters"]["created_at__ne"];
                created_at__gt?: components["parameters"]["created_at__gt"];
                created_at__gte?: components["parameters"]["created_at__gte"];
                created_at__lt?: components["parameters"]["created_at__lt"];
                created_at__lte?: components["parameters"]["created_at__lte"];
                created_at__in?: components["parameters"]["created_at__in"];
                created_at__ilike?: components["parameters"]["created_at__ilike"];
                updated_at?: components["parameters"]["updated_at"];
                updated_at__ne?: components["parameters"]["updated_at__ne"];
                updated_at__gt?: components["parameters"]["updated_at__gt"];
                updated_at__gte?: components["parameters"]["updated_at__gte"];
                updated_at__lt?: components["parameters"]["updated_at__lt"];
                updated_at__lte?: components["parameters"]["updated_at__lte"];
                updated_at__in?: components["parameters"]["updated_at__in"];
                updated_at__ilike?: components["parameters"]["updated_at__ilike"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of groups. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "Content-Range": components["headers"]["Content-Range"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role.groups"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listTenant: {
        parameters: {
            query?: {
                /** @description The offset of the first record. */
                _start?: components["parameters"]["_start"];
                /** @description The offset after the last record, at least `_start`. The default is `_start` + 25. */
                _end?: components["parameters"]["_end"];
                /** @description The `X-Next-Cursor` of a page, instead of `_start`: returns the records after that page. `_end` counts from there. `_sort` and `_order` must be those of that page. */
                _after?: components["parameters"]["_after"];
                /** @description Columns, the most important first. */
                _sort?: components["parameters"]["Tenant._sort"];
                /** @description `ASC` or `DESC`: one word for all columns, or one word for each column of `_sort`. */
                _order?: components["parameters"]["_order"];
                /** @description Returns records that contain each of these words in one of their searched fields, ignoring case. A text between double quotes, or a text of more than eight words, is searched for as a whole. */
                q?: components["parameters"]["q"];
                id?: components["parameters"]["id"];
                id__ne?: components["parameters"]["id__ne"];
                id__gt?: components["parameters"]["id__gt"];
                id__gte?: components["parameters"]["id__gte"];
                id__lt?: components["parameters"]["id__lt"];
                id__lte?: components["parameters"]["id__lte"];
                id__in?: components["parameters"]["id__in"];
                id__ilike?: components["parameters"]["id__ilike"];
                name?: components["parameters"]["name"];
                name__ne?: components["parameters"]["name__ne"];
                name__gt?: components["parameters"]["name__gt"];
                name__gte?: components["parameters"]["name__gte"];
                name__lt?: components["parameters"]["name__lt"];
                name__lte?: components["parameters"]["name__lte"];
                name__in?: components["parameters"]["name__in"];
                name__ilike?: components["parameters"]["name__ilike"];
                name__startswith?: components["parameters"]["name__startswith"];
                domain?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                domain__ne?: components["schemas"]["url-text"];
                domain__gt?: components["schemas"]["url-text"];
                domain__gte?: components["schemas"]["url-text"];
                domain__lt?: components["schemas"]["url-text"];
                domain__lte?: components["schemas"]["url-text"];
                domain__in?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                domain__isnull?: components["schemas"]["boolean"];
                domain__ilike?: components["schemas"]["url-text"];
                domain__startswith?: components["schemas"]["url-text"];
                status?: components["parameters"]["status"];
                status__ne?: components["parameters"]["status__ne"];
                status__gt?: components["parameters"]["status__gt"];
                status__gte?: components["parameters"]["status__gte"];
                status__lt?: components["parameters"]["status__lt"];
                status__lte?: components["parameters"]["status__lte"];
                status__in?: components["parameters"]["status__in"];
                status__ilike?: components["parameters"]["status__ilike"];
                status__startswith?: components["parameters"]["status__startswith"];
                created_at?: components["parameters"]["created_at"];
                created_at__ne?: components["parameters"]["created_at__ne"];
                created_at__gt?: components["parameters"]["created_at__gt"];
                created_at__gte?: components["parameters"]["created_at__gte"];
                created_at__lt?: components["parameters"]["created_at__lt"];
                created_at__lte?: components["parameters"]["created_at__lte"];
                created_at__in?: components["parameters"]["created_at__in"];
                created_at__ilike?: components["parameters"]["created_at__ilike"];
                updated_at?: components["parameters"]["updated_at"];
                updated_at__ne?: components["parameters"]["updated_at__ne"];
                updated_at__gt?: components["parameters"]["updated_at__gt"];
                updated_at__gte?: components["parameters"]["updated_at__gte"];
                updated_at__lt?: components["parameters"]["updated_at__lt"];
                updated_at__lte?: components["parameters"]["updated_at__lte"];
                updated_at__in?: components["parameters"]["updated_at__in"];
                updated_at__ilike?: components["parameters"]["updated_at__ilike"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Tenant.page"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    createTenant: {
        parameters: {
            query?: {
                /** @description The unique fields by which a record to change is found. */
                _on?: components["parameters"]["Tenant._on"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantInput"];
            };
        };
        responses: {
            200: components["responses"]["Tenant.created"];
            201: components["responses"]["Tenant.created"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    updateManyTenant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Tenant.changes"];
                "application/merge-patch+json": components["schemas"]["Tenant.changes"];
            };
        };
        responses: {
            200: components["responses"]["Tenant.changed"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    getTenant: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that the caller has. If a tag matches, the answer is 304. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                id: components["parameters"]["record-id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Tenant.read"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    replaceTenant: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, or `*`. If none matches, the answer is 412 and nothing changes. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["record-id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantInput"];
            };
        };
        responses: {
            200: components["responses"]["Tenant.record"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    deleteTenant: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, or `*`. If none matches, the answer is 412 and nothing changes. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["record-id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    updateTenant: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, or `*`. If none matches, the answer is 412 and nothing changes. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["record-id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantPatch"];
                "application/merge-patch+json": components["schemas"]["TenantPatch"];
            };
        };
        responses: {
            200: components["responses"]["Tenant.record"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    aggregateTenant: {
        parameters: {
            query?: {
                /** @description The fields that the records of a group share. */
                _by?: ("id" | "name" | "domain" | "status" | "created_at" | "created_at.year" | "created_at.quarter" | "created_at.month" | "created_at.week" | "created_at.day" | "updated_at" | "updated_at.year" | "updated_at.quarter" | "updated_at.month" | "updated_at.week" | "updated_at.day") | ("id" | "name" | "domain" | "status" | "created_at" | "created_at.year" | "created_at.quarter" | "created_at.month" | "created_at.week" | "created_at.day" | "updated_at" | "updated_at.year" | "updated_at.quarter" | "updated_at.month" | "updated_at.week" | "updated_at.day")[];
                _min?: ("created_at" | "updated_at") | components["schemas"]["Tenant.ordered"];
                _max?: ("created_at" | "updated_at") | components["schemas"]["Tenant.ordered"];
                /** @description Conditions that each group must meet, such as `sum.total__gte:100` or `count__gt:5`. */
                _having?: components["parameters"]["_having"];
                /** @description Names of `_by`, `count`, and figures such as `sum.total`. A leading `-` sorts in descending order. */
                _sort?: components["parameters"]["groups._sort"];
                /** @description The offset of the first record. */
                _start?: components["parameters"]["_start"];
                /** @description The offset after the last group. The default is the largest page allowed. */
                _end?: components["parameters"]["groups._end"];
                /** @description The time zone in which periods of datetimes begin, such as `Europe/Berlin`. */
                _tz?: components["parameters"]["_tz"];
                /** @description This parameter has no effect: each group always has the number of its records. */
                _count?: components["parameters"]["groups._count"];
                /** @description Returns records that contain each of these words in one of their searched fields, ignoring case. A text between double quotes, or a text of more than eight words, is searched for as a whole. */
                q?: components["parameters"]["q"];
                id?: components["parameters"]["id"];
                id__ne?: components["parameters"]["id__ne"];
                id__gt?: components["parameters"]["id__gt"];
                id__gte?: components["parameters"]["id__gte"];
                id__lt?: components["parameters"]["id__lt"];
                id__lte?: components["parameters"]["id__lte"];
                id__in?: components["parameters"]["id__in"];
                id__ilike?: components["parameters"]["id__ilike"];
                name?: components["parameters"]["name"];
                name__ne?: components["parameters"]["name__ne"];
                name__gt?: components["parameters"]["name__gt"];
                name__gte?: components["parameters"]["name__gte"];
                name__lt?: components["parameters"]["name__lt"];
                name__lte?: components["parameters"]["name__lte"];
                name__in?: components["parameters"]["name__in"];
                name__ilike?: components["parameters"]["name__ilike"];
                name__startswith?: components["parameters"]["name__startswith"];
                domain?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                domain__ne?: components["schemas"]["url-text"];
                domain__gt?: components["schemas"]["url-text"];
                domain__gte?: components["schemas"]["url-text"];
                domain__lt?: components["schemas"]["url-text"];
                domain__lte?: components["schemas"]["url-text"];
                domain__in?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                domain__isnull?: components["schemas"]["boolean"];
                domain__ilike?: components["schemas"]["url-text"];
                domain__startswith?: components["schemas"]["url-text"];
                status?: components["parameters"]["status"];
                status__ne?: components["parameters"]["status__ne"];
                status__gt?: components["parameters"]["status__gt"];
                status__gte?: components["parameters"]["status__gte"];
                status__lt?: components["parameters"]["status__lt"];
                status__lte?: components["parameters"]["status__lte"];
                status__in?: components["parameters"]["status__in"];
                status__ilike?: components["parameters"]["status__ilike"];
                status__startswith?: components["parameters"]["status__startswith"];
                created_at?: components["parameters"]["created_at"];
                created_at__ne?: components["parameters"]["created_at__ne"];
                created_at__gt?: components["parameters"]["created_at__gt"];
                created_at__gte?: components["parameters"]["created_at__gte"];
                created_at__lt?: components["parameters"]["created_at__lt"];
                created_at__lte?: components["parameters"]["created_at__lte"];
                created_at__in?: components["parameters"]["created_at__in"];
                created_at__ilike?: components["parameters"]["created_at__ilike"];
                updated_at?: components["parameters"]["updated_at"];
                updated_at__ne?: components["parameters"]["updated_at__ne"];
                updated_at__gt?: components["parameters"]["updated_at__gt"];
                updated_at__gte?: components["parameters"]["updated_at__gte"];
                updated_at__lt?: components["parameters"]["updated_at__lt"];
                updated_at__lte?: components["parameters"]["updated_at__lte"];
                updated_at__in?: components["parameters"]["updated_at__in"];
                updated_at__ilike?: components["parameters"]["updated_at__ilike"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of groups. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "Content-Range": components["headers"]["Content-Range"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tenant.groups"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listUser: {
        parameters: {
            query?: {
                /** @description The offset of the first record. */
                _start?: components["parameters"]["_start"];
                /** @description The offset after the last record, at least `_start`. The default is `_start` + 25. */
                _end?: components["parameters"]["_end"];
                /** @description The `X-Next-Cursor` of a page, instead of `_start`: returns the records after that page. `_end` counts from there. `_sort` and `_order` must be those of that page. */
                _after?: components["parameters"]["_after"];
                /** @description Columns, the most important first. */
                _sort?: components["parameters"]["User._sort"];
                /** @description `ASC` or `DESC`: one word for all columns, or one word for each column of `_sort`. */
                _order?: components["parameters"]["_order"];
                /** @description Returns records that contain each of these words in one of their searched fields, ignoring case. A text between double quotes, or a text of more than eight words, is searched for as a whole. */
                q?: components["parameters"]["q"];
                id?: components["parameters"]["id"];
                id__ne?: components["parameters"]["id__ne"];
                id__gt?: components["parameters"]["id__gt"];
                id__gte?: components["parameters"]["id__gte"];
                id__lt?: components["parameters"]["id__lt"];
                id__lte?: components["parameters"]["id__lte"];
                id__in?: components["parameters"]["id__in"];
                id__ilike?: components["parameters"]["id__ilike"];
                username?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                username__ne?: components["schemas"]["url-text"];
                username__gt?: components["schemas"]["url-text"];
                username__gte?: components["schemas"]["url-text"];
                username__lt?: components["schemas"]["url-text"];
                username__lte?: components["schemas"]["url-text"];
                username__in?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                username__ilike?: components["schemas"]["url-text"];
                username__startswith?: components["schemas"]["url-text"];
                email?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                email__ne?: components["schemas"]["url-text"];
                email__gt?: components["schemas"]["url-text"];
                email__gte?: components["schemas"]["url-text"];
                email__lt?: components["schemas"]["url-text"];
                email__lte?: components["schemas"]["url-text"];
                email__in?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                email__isnull?: components["schemas"]["boolean"];
                email__ilike?: components["schemas"]["url-text"];
                email__startswith?: components["schemas"]["url-text"];
                first_name?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                first_name__ne?: components["schemas"]["url-text"];
                first_name__gt?: components["schemas"]["url-text"];
                first_name__gte?: components["schemas"]["url-text"];
                first_name__lt?: components["schemas"]["url-text"];
                first_name__lte?: components["schemas"]["url-text"];
                first_name__in?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                first_name__isnull?: components["schemas"]["boolean"];
                first_name__ilike?: components["schemas"]["url-text"];
                first_name__startswith?: components["schemas"]["url-text"];
                last_name?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                last_name__ne?: components["schemas"]["url-text"];
                last_name__gt?: components["schemas"]["url-text"];
                last_name__gte?: components["schemas"]["url-text"];
                last_name__lt?: components["schemas"]["url-text"];
                last_name__lte?: components["schemas"]["url-text"];
                last_name__in?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                last_name__isnull?: components["schemas"]["boolean"];
                last_name__ilike?: components["schemas"]["url-text"];
                last_name__startswith?: components["schemas"]["url-text"];
                status?: components["parameters"]["status"];
                status__ne?: components["parameters"]["status__ne"];
                status__gt?: components["parameters"]["status__gt"];
                status__gte?: components["parameters"]["status__gte"];
                status__lt?: components["parameters"]["status__lt"];
                status__lte?: components["parameters"]["status__lte"];
                status__in?: components["parameters"]["status__in"];
                status__ilike?: components["parameters"]["status__ilike"];
                status__startswith?: components["parameters"]["status__startswith"];
                created_at?: components["parameters"]["created_at"];
                created_at__ne?: components["parameters"]["created_at__ne"];
                created_at__gt?: components["parameters"]["created_at__gt"];
                created_at__gte?: components["parameters"]["created_at__gte"];
                created_at__lt?: components["parameters"]["created_at__lt"];
                created_at__lte?: components["parameters"]["created_at__lte"];
                created_at__in?: components["parameters"]["created_at__in"];
                created_at__ilike?: components["parameters"]["created_at__ilike"];
                updated_at?: components["parameters"]["updated_at"];
                updated_at__ne?: components["parameters"]["updated_at__ne"];
                updated_at__gt?: components["parameters"]["updated_at__gt"];
                updated_at__gte?: components["parameters"]["updated_at__gte"];
                updated_at__lt?: components["parameters"]["updated_at__lt"];
                updated_at__lte?: components["parameters"]["updated_at__lte"];
                updated_at__in?: components["parameters"]["updated_at__in"];
                updated_at__ilike?: components["parameters"]["updated_at__ilike"];
                roles?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                roles__ne?: components["schemas"]["url-text"];
                roles__in?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                roles__isnull?: components["schemas"]["boolean"];
                tenants?: components["schemas"]["integer"] | components["schemas"]["integer-list"];
                tenants__ne?: components["schemas"]["integer"];
                tenants__in?: components["schemas"]["integer"] | components["schemas"]["integer-list"];
                tenants__isnull?: components["schemas"]["boolean"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["User.page"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    createUser: {
        parameters: {
            query?: {
                /** @description The unique fields by which a record to change is found. */
                _on?: components["parameters"]["User._on"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserInput"];
            };
        };
        responses: {
            200: components["responses"]["User.created"];
            201: components["responses"]["User.created"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    updateManyUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["User.changes"];
                "application/merge-patch+json": components["schemas"]["User.changes"];
            };
        };
        responses: {
            200: components["responses"]["User.changed"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags that the caller has. If a tag matches, the answer is 304. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                id: components["parameters"]["record-id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["User.read"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    replaceUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, or `*`. If none matches, the answer is 412 and nothing changes. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["record-id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["User.replacement"];
            };
        };
        responses: {
            200: components["responses"]["User.record"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, or `*`. If none matches, the answer is 412 and nothing changes. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["record-id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, or `*`. If none matches, the answer is 412 and nothing changes. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: components["parameters"]["record-id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserPatch"];
                "application/merge-patch+json": components["schemas"]["UserPatch"];
            };
        };
        responses: {
            200: components["responses"]["User.record"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    aggregateUser: {
        parameters: {
            query?: {
                /** @description The fields that the records of a group share. */
                _by?: ("id" | "username" | "email" | "first_name" | "last_name" | "status" | "created_at" | "created_at.year" | "created_at.quarter" | "created_at.month" | "created_at.week" | "created_at.day" | "updated_at" | "updated_at.year" | "updated_at.quarter" | "updated_at.month" | "updated_at.week" | "updated_at.day") | ("id" | "username" | "email" | "first_name" | "last_name" | "status" | "created_at" | "created_at.year" | "created_at.quarter" | "created_at.month" | "created_at.week" | "created_at.day" | "updated_at" | "updated_at.year" | "updated_at.quarter" | "updated_at.month" | "updated_at.week" | "updated_at.day")[];
                _min?: ("created_at" | "updated_at") | components["schemas"]["User.ordered"];
                _max?: ("created_at" | "updated_at") | components["schemas"]["User.ordered"];
                /** @description Conditions that each group must meet, such as `sum.total__gte:100` or `count__gt:5`. */
                _having?: components["parameters"]["_having"];
                /** @description Names of `_by`, `count`, and figures such as `sum.total`. A leading `-` sorts in descending order. */
                _sort?: components["parameters"]["groups._sort"];
                /** @description The offset of the first record. */
                _start?: components["parameters"]["_start"];
                /** @description The offset after the last group. The default is the largest page allowed. */
                _end?: components["parameters"]["groups._end"];
                /** @description The time zone in which periods of datetimes begin, such as `Europe/Berlin`. */
                _tz?: components["parameters"]["_tz"];
                /** @description This parameter has no effect: each group always has the number of its records. */
                _count?: components["parameters"]["groups._count"];
                /** @description Returns records that contain each of these words in one of their searched fields, ignoring case. A text between double quotes, or a text of more than eight words, is searched for as a whole. */
                q?: components["parameters"]["q"];
                id?: components["parameters"]["id"];
                id__ne?: components["parameters"]["id__ne"];
                id__gt?: components["parameters"]["id__gt"];
                id__gte?: components["parameters"]["id__gte"];
                id__lt?: components["parameters"]["id__lt"];
                id__lte?: components["parameters"]["id__lte"];
                id__in?: components["parameters"]["id__in"];
                id__ilike?: components["parameters"]["id__ilike"];
                username?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                username__ne?: components["schemas"]["url-text"];
                username__gt?: components["schemas"]["url-text"];
                username__gte?: components["schemas"]["url-text"];
                username__lt?: components["schemas"]["url-text"];
                username__lte?: components["schemas"]["url-text"];
                username__in?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                username__ilike?: components["schemas"]["url-text"];
                username__startswith?: components["schemas"]["url-text"];
                email?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                email__ne?: components["schemas"]["url-text"];
                email__gt?: components["schemas"]["url-text"];
                email__gte?: components["schemas"]["url-text"];
                email__lt?: components["schemas"]["url-text"];
                email__lte?: components["schemas"]["url-text"];
                email__in?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                email__isnull?: components["schemas"]["boolean"];
                email__ilike?: components["schemas"]["url-text"];
                email__startswith?: components["schemas"]["url-text"];
                first_name?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                first_name__ne?: components["schemas"]["url-text"];
                first_name__gt?: components["schemas"]["url-text"];
                first_name__gte?: components["schemas"]["url-text"];
                first_name__lt?: components["schemas"]["url-text"];
                first_name__lte?: components["schemas"]["url-text"];
                first_name__in?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                first_name__isnull?: components["schemas"]["boolean"];
                first_name__ilike?: components["schemas"]["url-text"];
                first_name__startswith?: components["schemas"]["url-text"];
                last_name?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                last_name__ne?: components["schemas"]["url-text"];
                last_name__gt?: components["schemas"]["url-text"];
                last_name__gte?: components["schemas"]["url-text"];
                last_name__lt?: components["schemas"]["url-text"];
                last_name__lte?: components["schemas"]["url-text"];
                last_name__in?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                last_name__isnull?: components["schemas"]["boolean"];
                last_name__ilike?: components["schemas"]["url-text"];
                last_name__startswith?: components["schemas"]["url-text"];
                status?: components["parameters"]["status"];
                status__ne?: components["parameters"]["status__ne"];
                status__gt?: components["parameters"]["status__gt"];
                status__gte?: components["parameters"]["status__gte"];
                status__lt?: components["parameters"]["status__lt"];
                status__lte?: components["parameters"]["status__lte"];
                status__in?: components["parameters"]["status__in"];
                status__ilike?: components["parameters"]["status__ilike"];
                status__startswith?: components["parameters"]["status__startswith"];
                created_at?: components["parameters"]["created_at"];
                created_at__ne?: components["parameters"]["created_at__ne"];
                created_at__gt?: components["parameters"]["created_at__gt"];
                created_at__gte?: components["parameters"]["created_at__gte"];
                created_at__lt?: components["parameters"]["created_at__lt"];
                created_at__lte?: components["parameters"]["created_at__lte"];
                created_at__in?: components["parameters"]["created_at__in"];
                created_at__ilike?: components["parameters"]["created_at__ilike"];
                updated_at?: components["parameters"]["updated_at"];
                updated_at__ne?: components["parameters"]["updated_at__ne"];
                updated_at__gt?: components["parameters"]["updated_at__gt"];
                updated_at__gte?: components["parameters"]["updated_at__gte"];
                updated_at__lt?: components["parameters"]["updated_at__lt"];
                updated_at__lte?: components["parameters"]["updated_at__lte"];
                updated_at__in?: components["parameters"]["updated_at__in"];
                updated_at__ilike?: components["parameters"]["updated_at__ilike"];
                roles?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                roles__ne?: components["schemas"]["url-text"];
                roles__in?: components["schemas"]["url-text"] | components["schemas"]["url-text-list"];
                roles__isnull?: components["schemas"]["boolean"];
                tenants?: components["schemas"]["integer"] | components["schemas"]["integer-list"];
                tenants__ne?: components["schemas"]["integer"];
                tenants__in?: components["schemas"]["integer"] | components["schemas"]["integer-list"];
                tenants__isnull?: components["schemas"]["boolean"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of groups. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "Content-Range": components["headers"]["Content-Range"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User.groups"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    batch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    method: "POST" | "PUT" | "PATCH" | "DELETE";
                    /** @description The path of a model, such as `/task`, or of a record, such as `/task/7`. */
                    path: string;
                    /** @description The record to write, if the path has no id. */
                    id?: components["schemas"]["id"] | {
                        /**
                         * Format: int32
                         * @description The position of an earlier operation. Its record is the record referred to.
                         */
                        $ref: number;
                    };
                    /** @description For `POST`, like `_on` of a single request: a unique field, or all fields of a unique set with commas between. A record with these values is changed; without such a record, the operation creates one. */
                    on?: string;
                    /** @description The body of a request to that path. A reference to an operation may stand in place of the id of another record. */
                    body?: Record<string, unknown>;
                    /** @description The version that the record must still have. */
                    if_match?: string;
                }[];
            };
        };
        responses: {
            /** @description The outcome of each operation. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: int32 */
                        status: number;
                        etag?: string;
                        problem?: components["schemas"]["problem"];
                        /** @description The record, as a response at its path has it. */
                        record?: Record<string, unknown>;
                    }[];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    signInBy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The kind of name. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        sign_in_by: "username" | "email" | "both";
                    };
                };
            };
            400: components["responses"]["400"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    username: components["schemas"]["text"];
                    /** Format: password */
                    password: components["schemas"]["text"];
                };
            };
        };
        responses: {
            /** @description A token. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["session"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended, now or earlier. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["profile"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    proof: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The kinds of proof that I have. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The kinds of proof that I have: my factors, or a substitute for a missing password. Any kind in the list will do; `password` is in the list if a password will do as well. If the list is empty, send the password. */
                        proof_by: string[];
                        /** @description False for a user who signs in only through a provider. */
                        has_password: boolean;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    roles: {
        parameters: {
            query?: {
                /** @description With `true`, the list has only the roles that I may give to users. */
                may_give?: "true";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The roles. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: components["schemas"]["id"];
                        name: components["schemas"]["string"];
                        description: components["schemas"]["text-or-null"];
                        allowed_methods: components["schemas"]["string"][];
                        allowed_actions: ("list" | "show" | "create" | "edit" | "delete" | "clone" | "field")[];
                        is_preset: boolean;
                    }[];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    resourcePermissions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Model -> role -> actions. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: {
                            [key: string]: ("list" | "show" | "create" | "edit" | "delete" | "clone" | "field")[];
                        };
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    fieldPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Model -> field -> permissions. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: {
                            [key: string]: {
                                read: boolean;
                                write: boolean;
                            };
                        };
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    ownTenants: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tenants; for each model whose lists can be filtered by tenant, the field to filter by; the models in which I see the records of every tenant; and for each model the fields of row rules that are filled in for me, the field in which I must name a tenant, and the fields whose owner I give by sign-in name. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tenants: {
                            id: components["schemas"]["id"];
                            name: components["schemas"]["string"];
                        }[];
                        fields: {
                            [key: string]: components["schemas"]["string"];
                        };
                        every_tenant: components["schemas"]["string"][];
                        filled: {
                            [key: string]: components["schemas"]["string"][];
                        };
                        required: {
                            [key: string]: components["schemas"]["string"];
                        };
                        by_name: {
                            [key: string]: components["schemas"]["string"][];
                        };
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    rolePermissions: {
        parameters: {
            query: {
                /** @description The name of the role, which models and fields refer to. */
                role?: components["schemas"]["string"];
                /** @description The HTTP methods that the role allows. */
                methods: ("GET" | "HEAD" | "OPTIONS" | "POST" | "PUT" | "PATCH" | "DELETE") | ("GET" | "HEAD" | "OPTIONS" | "POST" | "PUT" | "PATCH" | "DELETE")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Model -> actions, fields, rows. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: {
                            actions: ("list" | "show" | "create" | "edit" | "delete" | "clone" | "field")[];
                            fields: {
                                [key: string]: {
                                    read: boolean;
                                    write: boolean;
                                };
                            };
                            /** @description Null if users of the role see all rows. Otherwise the row rules: a row is visible if any rule lets it through. */
                            rows: {
                                /** @enum {string} */
                                rule: "owner" | "tenant" | "parent" | "custom";
                                field?: components["schemas"]["string"];
                            }[] | null;
                        };
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    register: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    username: components["schemas"]["string"];
                    password: components["schemas"]["new-password"];
                    email: components["schemas"]["email"];
                    first_name?: components["schemas"]["string-or-null"];
                    last_name?: components["schemas"]["string-or-null"];
                    role_names?: components["schemas"]["strings"];
                };
            };
        };
        responses: {
            /** @description The profile of the new user. */
            201: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["profile"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: password */
                    current_password?: components["schemas"]["text"];
                    new_password: components["schemas"]["new-password"];
                    /** @description A proof of a kind in `proof_by`: `kind` with `code`, or with `credential` for a passkey (options: `/auth/passkeys/proof/options`). If `proof_by` is empty or contains `password`, the `password`. */
                    proof?: {
                        /** Format: password */
                        password?: components["schemas"]["text"];
                        /**
                         * @example totp
                         * @example recovery-code
                         * @example passkey
                         * @example provider
                         * @example enrol
                         */
                        kind?: string;
                        code?: string;
                        credential?: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description A new token. All other tokens are revoked. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["session"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    searchConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Models and field names. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        models: components["schemas"]["string"][];
                        fields: components["schemas"]["string"][];
                    };
                };
            };
            400: components["responses"]["400"];
            500: components["responses"]["500"];
        };
    };
    healthz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process is alive. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["400"];
            500: components["responses"]["500"];
        };
    };
    readyz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service can take requests. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["400"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listAggregates: {
        parameters: {
            query: {
                /** @description The path of a list with a query for its `_aggregate`, such as `task?_by=status`. */
                ask: string | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The groups of each list, in the order of the request. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        by: {
                            [key: string]: components["schemas"]["json"];
                        };
                        /** Format: int64 */
                        count: number;
                        sum?: {
                            [key: string]: components["schemas"]["json"];
                        };
                        avg?: {
                            [key: string]: components["schemas"]["json"];
                        };
                        min?: {
                            [key: string]: components["schemas"]["json"];
                        };
                        max?: {
                            [key: string]: components["schemas"]["json"];
                        };
                    }[] | {
                        /** Format: int32 */
                        status: number;
                        problem: components["schemas"]["problem"];
                    })[];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listCounts: {
        parameters: {
            query: {
                /** @description Models by the paths of their lists. */
                models: components["schemas"]["string"] | components["schemas"]["string"][];
                /** @description Counts only records created from this time on; with several times, a number for each. */
                since?: components["schemas"]["datetime"] | components["schemas"]["datetime-list"];
                /** @description Only records of this tenant. Applies to the models for which `/auth/tenants` names a field. */
                tenant?: components["schemas"]["id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Model -> number of records. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: number | number[];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listGroups: {
        parameters: {
            query: {
                /** @description Fields that a list can be sorted by, such as `task.status`. */
                by: components["schemas"]["string"] | components["schemas"]["string"][];
                /** @description Only records of this tenant. Applies to the models for which `/auth/tenants` names a field. */
                tenant?: components["schemas"]["id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Model and field -> values, the most frequent first. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: {
                            value: components["schemas"]["json"];
                            /** Format: int64 */
                            count: number;
                        }[];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listRecent: {
        parameters: {
            query: {
                /** @description Models by the paths of their lists. */
                models: components["schemas"]["string"] | components["schemas"]["string"][];
                /** @description Only records of this tenant. Applies to the models for which `/auth/tenants` names a field. */
                tenant?: components["schemas"]["id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The most recently written records over all of them, the latest first; those of one moment in the order of the models that were asked for, then by id. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        model: components["schemas"]["string"];
                        id: components["schemas"]["id"];
                        _label: components["schemas"]["label"];
                        created_at?: components["schemas"]["datetime"];
                        updated_at: components["schemas"]["datetime"];
                        by?: components["schemas"]["id"];
                        /** Format: int64 */
                        count?: number;
                    }[];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listRows: {
        parameters: {
            query: {
                /** @description The path of a list with a query, such as `task?due_date__lte=2026-12-01&_sort=due_date`. */
                ask: string | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records of each list, in the order of the request. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (({
                        id: components["schemas"]["id"];
                        _label: components["schemas"]["label"];
                    } & {
                        [key: string]: components["schemas"]["json"];
                    })[] | {
                        /** Format: int32 */
                        status: number;
                        problem: components["schemas"]["problem"];
                    })[];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    uploadFile: {
        parameters: {
            query: {
                /** @description The path of a model: `product`. */
                model: components["schemas"]["string"];
                /** @description A field of files of the model. */
                field: components["schemas"]["string"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": FormData;
                "application/json": {
                    name: components["schemas"]["string"];
                    /** Format: int64 */
                    size: number;
                };
            };
        };
        responses: {
            /** @description The file, or where it goes. */
            201: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: components["schemas"]["uuid"];
                        name: components["schemas"]["string"];
                        type: components["schemas"]["string"];
                        /** Format: int64 */
                        size: number;
                        /** Format: int64 */
                        width?: number;
                        /** Format: int64 */
                        height?: number;
                    } | {
                        id: components["schemas"]["uuid"];
                        upload: {
                            /** @constant */
                            method: "PUT";
                            /** Format: uri */
                            url: string;
                            headers: {
                                [key: string]: components["schemas"]["string"];
                            };
                        };
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    fileUploaded: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the announced file. */
                id: components["schemas"]["uuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file as its field has it. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: components["schemas"]["uuid"];
                        name: components["schemas"]["string"];
                        type: components["schemas"]["string"];
                        /** Format: int64 */
                        size: number;
                        /** Format: int64 */
                        width?: number;
                        /** Format: int64 */
                        height?: number;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    openFile: {
        parameters: {
            query?: {
                /** @description A small WebP picture of at most so many pixels in width, of a field of pictures. */
                width?: 64 | 200 | 400 | 800;
            };
            header?: never;
            path: {
                /** @description The path of the model. */
                model: components["schemas"]["string"];
                /** @description The id of the record. */
                id: components["schemas"]["string"];
                /** @description The field that has the file. */
                field: components["schemas"]["string"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, or the asked range of it (206); 304 where `If-None-Match` names it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            /** @description The file, or the asked range of it (206); 304 where `If-None-Match` names it. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    linkFiles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    model: components["schemas"]["string"];
                    id: components["schemas"]["string"] | components["schemas"]["integer"];
                    field: components["schemas"]["string"];
                    width?: (64 | 200 | 400 | 800) | null;
                }[];
            };
        };
        responses: {
            /** @description The links in the order of the request; null for files that the caller may not open. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        /** @description Relative to the address of the service. */
                        url: components["schemas"]["string"];
                        expires: components["schemas"]["datetime"];
                    } | null)[];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    openLink: {
        parameters: {
            query: {
                link: string;
            };
            header?: never;
            path: {
                /** @description The name for saving the file. */
                name: components["schemas"]["string"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, or the asked range of it (206); 304 where `If-None-Match` names it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            /** @description The file, or the asked range of it (206); 304 where `If-None-Match` names it. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    history: {
        parameters: {
            query?: {
                /** @description A model by the path of its list: `task`. The default is all models with a history. */
                model?: components["schemas"]["url-text"];
                /** @description A record of the model, with its lines. */
                id?: components["schemas"]["url-text"];
                /** @description A user by their username. */
                by?: components["schemas"]["url-text"];
                /** @description The `X-Next-Cursor` of a page: returns the changes after that page. */
                _after?: components["schemas"]["url-text"];
                /** @description The number of changes. */
                _end?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changes. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Next-Cursor": components["headers"]["X-Next-Cursor"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The path of the model: `task`. */
                        model: components["schemas"]["string"];
                        id: components["schemas"]["id"];
                        /** @enum {string} */
                        action: "create" | "update" | "delete" | "restore" | "purge";
                        at: components["schemas"]["datetime"];
                        /** @description The user who did it; null for the service itself, and for a user whom the caller may not see. */
                        by: {
                            id: components["schemas"]["id"];
                            username: components["schemas"]["string"];
                        } | null;
                        /** @description The way in, such as `session` or `import 12`. */
                        door: components["schemas"]["string"];
                        /** @description The fields, each with its value before and after. Empty for bytes, which are not kept, and for values that have been erased. */
                        changes: {
                            [key: string]: unknown[];
                        };
                    }[];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    exportList: {
        parameters: {
            query?: {
                /** @description A spreadsheet has at most 100000 rows. The service makes few spreadsheets of a user at a time and answers 503 to further requests. */
                _format?: "csv" | "xlsx";
                /** @description The fields in this order, such as `id,title,project_id,project.label`. For a relation, `label` is the label of its record. The default is all fields that lists have. */
                _columns?: components["schemas"]["string"] | components["schemas"]["string"][];
                /** @description As in the list. */
                _sort?: components["schemas"]["string"] | components["schemas"]["string"][];
                /** @description `ASC` or `DESC`: one word for all columns, or one word for each column of `_sort`. */
                _order?: string | string[];
                /** @description Returns records that contain each of these words in one of their searched fields, ignoring case. A text between double quotes, or a text of more than eight words, is searched for as a whole. */
                q?: components["schemas"]["url-text"];
            };
            header?: never;
            path: {
                /** @description A list by its path: `task`. */
                model: components["schemas"]["string"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv; charset=utf-8": unknown;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": unknown;
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listImports: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description My imports. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: components["schemas"]["id"];
                        model: string;
                        name: string;
                        /** Format: int64 */
                        size: number;
                        /** @enum {string} */
                        format: "csv" | "xlsx";
                        /** @enum {string} */
                        state: "new" | "checking" | "checked" | "running" | "stopped" | "failed" | "done";
                        options: {
                            encoding: string | null;
                            separator: string | null;
                            sheet: string | null;
                            /** @enum {string} */
                            decimal: "." | ",";
                            /** @enum {string} */
                            dates: "ymd" | "dmy" | "mdy";
                            time_zone: string;
                        };
                        on: string[] | null;
                        rows: number | null;
                        /** Format: int64 */
                        done: number;
                        /** Format: int64 */
                        created: number;
                        /** Format: int64 */
                        updated: number;
                        /** Format: int64 */
                        unchanged: number;
                        /** Format: int64 */
                        failed: number;
                        error: string | null;
                        created_at: components["schemas"]["datetime"];
                        started_at: components["schemas"]["datetime"] | null;
                        finished_at: components["schemas"]["datetime"] | null;
                    }[];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    uploadImport: {
        parameters: {
            query: {
                /** @description A list by its path: `task`. */
                model: components["schemas"]["string"];
                /** @description The name of the file. */
                name?: string;
                /** @description Such as `utf-8` or `windows-1252`. */
                encoding?: string;
                /** @description The character between cells. */
                separator?: string;
                /** @description The name of the sheet. */
                sheet?: string;
                /** @description The decimal sign. */
                decimal?: "." | ",";
                /** @description The order of years, months and days. */
                dates?: "ymd" | "dmy" | "mdy";
                /** @description The time zone of datetimes without an offset, such as `Europe/Berlin`. */
                time_zone?: string;
                /** @description A language, which decides between equally likely guesses. */
                locale?: string;
                /** @description A JSON object of fields and their labels in the file. */
                labels?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": Blob;
            };
        };
        responses: {
            /** @description The import. */
            201: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: components["schemas"]["id"];
                        model: string;
                        name: string;
                        /** Format: int64 */
                        size: number;
                        /** @enum {string} */
                        format: "csv" | "xlsx";
                        /** @enum {string} */
                        state: "new" | "checking" | "checked" | "running" | "stopped" | "failed" | "done";
                        options: {
                            encoding: string | null;
                            separator: string | null;
                            sheet: string | null;
                            /** @enum {string} */
                            decimal: "." | ",";
                            /** @enum {string} */
                            dates: "ymd" | "dmy" | "mdy";
                            time_zone: string;
                        };
                        on: string[] | null;
                        rows: number | null;
                        /** Format: int64 */
                        done: number;
                        /** Format: int64 */
                        created: number;
                        /** Format: int64 */
                        updated: number;
                        /** Format: int64 */
                        unchanged: number;
                        /** Format: int64 */
                        failed: number;
                        error: string | null;
                        created_at: components["schemas"]["datetime"];
                        started_at: components["schemas"]["datetime"] | null;
                        finished_at: components["schemas"]["datetime"] | null;
                        choices: {
                            sheets: string[];
                            on: string[][];
                        };
                        columns: {
                            header: string;
                            field?: string | null;
                            by?: string;
                            /** @enum {string} */
                            refused?: "unknown" | "may-not-write" | "read-only" | "repeated";
                        }[];
                        constants: {
                            field: string;
                            by?: string;
                            value: string;
                        }[];
                        fields: {
                            name: string;
                            type: string;
                            model?: string;
                            relation?: string;
                            required: boolean;
                            values?: string[];
                            by?: components["schemas"]["string"][];
                        }[];
                        samples: (string | null)[][];
                        problems: {
                            field: string;
                            code: string;
                            message: string;
                            params?: {
                                [key: string]: components["schemas"]["json"];
                            };
                        }[];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: components["schemas"]["id"];
                        model: string;
                        name: string;
                        /** Format: int64 */
                        size: number;
                        /** @enum {string} */
                        format: "csv" | "xlsx";
                        /** @enum {string} */
                        state: "new" | "checking" | "checked" | "running" | "stopped" | "failed" | "done";
                        options: {
                            encoding: string | null;
                            separator: string | null;
                            sheet: string | null;
                            /** @enum {string} */
                            decimal: "." | ",";
                            /** @enum {string} */
                            dates: "ymd" | "dmy" | "mdy";
                            time_zone: string;
                        };
                        on: string[] | null;
                        rows: number | null;
                        /** Format: int64 */
                        done: number;
                        /** Format: int64 */
                        created: number;
                        /** Format: int64 */
                        updated: number;
                        /** Format: int64 */
                        unchanged: number;
                        /** Format: int64 */
                        failed: number;
                        error: string | null;
                        created_at: components["schemas"]["datetime"];
                        started_at: components["schemas"]["datetime"] | null;
                        finished_at: components["schemas"]["datetime"] | null;
                        choices: {
                            sheets: string[];
                            on: string[][];
                        };
                        columns: {
                            header: string;
                            field?: string | null;
                            by?: string;
                            /** @enum {string} */
                            refused?: "unknown" | "may-not-write" | "read-only" | "repeated";
                        }[];
                        constants: {
                            field: string;
                            by?: string;
                            value: string;
                        }[];
                        fields: {
                            name: string;
                            type: string;
                            model?: string;
                            relation?: string;
                            required: boolean;
                            values?: string[];
                            by?: components["schemas"]["string"][];
                        }[];
                        samples: (string | null)[][];
                        problems: {
                            field: string;
                            code: string;
                            message: string;
                            params?: {
                                [key: string]: components["schemas"]["json"];
                            };
                        }[];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    deleteImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    changeImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    options?: {
                        encoding?: string | null;
                        separator?: string | null;
                        sheet?: string | null;
                        /** @enum {string} */
                        decimal?: "." | ",";
                        /** @enum {string} */
                        dates?: "ymd" | "dmy" | "mdy";
                        time_zone?: string;
                    };
                    columns?: {
                        field?: string | null;
                        by?: string;
                    }[];
                    constants?: {
                        field: string;
                        by?: string;
                        value: string;
                    }[];
                    on?: string[] | null;
                };
            };
        };
        responses: {
            /** @description The import. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: components["schemas"]["id"];
                        model: string;
                        name: string;
                        /** Format: int64 */
                        size: number;
                        /** @enum {string} */
                        format: "csv" | "xlsx";
                        /** @enum {string} */
                        state: "new" | "checking" | "checked" | "running" | "stopped" | "failed" | "done";
                        options: {
                            encoding: string | null;
                            separator: string | null;
                            sheet: string | null;
                            /** @enum {string} */
                            decimal: "." | ",";
                            /** @enum {string} */
                            dates: "ymd" | "dmy" | "mdy";
                            time_zone: string;
                        };
                        on: string[] | null;
                        rows: number | null;
                        /** Format: int64 */
                        done: number;
                        /** Format: int64 */
                        created: number;
                        /** Format: int64 */
                        updated: number;
                        /** Format: int64 */
                        unchanged: number;
                        /** Format: int64 */
                        failed: number;
                        error: string | null;
                        created_at: components["schemas"]["datetime"];
                        started_at: components["schemas"]["datetime"] | null;
                        finished_at: components["schemas"]["datetime"] | null;
                        choices: {
                            sheets: string[];
                            on: string[][];
                        };
                        columns: {
                            header: string;
                            field?: string | null;
                            by?: string;
                            /** @enum {string} */
                            refused?: "unknown" | "may-not-write" | "read-only" | "repeated";
                        }[];
                        constants: {
                            field: string;
                            by?: string;
                            value: string;
                        }[];
                        fields: {
                            name: string;
                            type: string;
                            model?: string;
                            relation?: string;
                            required: boolean;
                            values?: string[];
                            by?: components["schemas"]["string"][];
                        }[];
                        samples: (string | null)[][];
                        problems: {
                            field: string;
                            code: string;
                            message: string;
                            params?: {
                                [key: string]: components["schemas"]["json"];
                            };
                        }[];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    checkImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The check or import has begun. */
            202: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: components["schemas"]["id"];
                        model: string;
                        name: string;
                        /** Format: int64 */
                        size: number;
                        /** @enum {string} */
                        format: "csv" | "xlsx";
                        /** @enum {string} */
                        state: "new" | "checking" | "checked" | "running" | "stopped" | "failed" | "done";
                        options: {
                            encoding: string | null;
                            separator: string | null;
                            sheet: string | null;
                            /** @enum {string} */
                            decimal: "." | ",";
                            /** @enum {string} */
                            dates: "ymd" | "dmy" | "mdy";
                            time_zone: string;
                        };
                        on: string[] | null;
                        rows: number | null;
                        /** Format: int64 */
                        done: number;
                        /** Format: int64 */
                        created: number;
                        /** Format: int64 */
                        updated: number;
                        /** Format: int64 */
                        unchanged: number;
                        /** Format: int64 */
                        failed: number;
                        error: string | null;
                        created_at: components["schemas"]["datetime"];
                        started_at: components["schemas"]["datetime"] | null;
                        finished_at: components["schemas"]["datetime"] | null;
                        choices: {
                            sheets: string[];
                            on: string[][];
                        };
                        columns: {
                            header: string;
                            field?: string | null;
                            by?: string;
                            /** @enum {string} */
                            refused?: "unknown" | "may-not-write" | "read-only" | "repeated";
                        }[];
                        constants: {
                            field: string;
                            by?: string;
                            value: string;
                        }[];
                        fields: {
                            name: string;
                            type: string;
                            model?: string;
                            relation?: string;
                            required: boolean;
                            values?: string[];
                            by?: components["schemas"]["string"][];
                        }[];
                        samples: (string | null)[][];
                        problems: {
                            field: string;
                            code: string;
                            message: string;
                            params?: {
                                [key: string]: components["schemas"]["json"];
                            };
                        }[];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    runImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The check or import has begun. */
            202: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: components["schemas"]["id"];
                        model: string;
                        name: string;
                        /** Format: int64 */
                        size: number;
                        /** @enum {string} */
                        format: "csv" | "xlsx";
                        /** @enum {string} */
                        state: "new" | "checking" | "checked" | "running" | "stopped" | "failed" | "done";
                        options: {
                            encoding: string | null;
                            separator: string | null;
                            sheet: string | null;
                            /** @enum {string} */
                            decimal: "." | ",";
                            /** @enum {string} */
                            dates: "ymd" | "dmy" | "mdy";
                            time_zone: string;
                        };
                        on: string[] | null;
                        rows: number | null;
                        /** Format: int64 */
                        done: number;
                        /** Format: int64 */
                        created: number;
                        /** Format: int64 */
                        updated: number;
                        /** Format: int64 */
                        unchanged: number;
                        /** Format: int64 */
                        failed: number;
                        error: string | null;
                        created_at: components["schemas"]["datetime"];
                        started_at: components["schemas"]["datetime"] | null;
                        finished_at: components["schemas"]["datetime"] | null;
                        choices: {
                            sheets: string[];
                            on: string[][];
                        };
                        columns: {
                            header: string;
                            field?: string | null;
                            by?: string;
                            /** @enum {string} */
                            refused?: "unknown" | "may-not-write" | "read-only" | "repeated";
                        }[];
                        constants: {
                            field: string;
                            by?: string;
                            value: string;
                        }[];
                        fields: {
                            name: string;
                            type: string;
                            model?: string;
                            relation?: string;
                            required: boolean;
                            values?: string[];
                            by?: components["schemas"]["string"][];
                        }[];
                        samples: (string | null)[][];
                        problems: {
                            field: string;
                            code: string;
                            message: string;
                            params?: {
                                [key: string]: components["schemas"]["json"];
                            };
                        }[];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    stopImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: components["schemas"]["id"];
                        model: string;
                        name: string;
                        /** Format: int64 */
                        size: number;
                        /** @enum {string} */
                        format: "csv" | "xlsx";
                        /** @enum {string} */
                        state: "new" | "checking" | "checked" | "running" | "stopped" | "failed" | "done";
                        options: {
                            encoding: string | null;
                            separator: string | null;
                            sheet: string | null;
                            /** @enum {string} */
                            decimal: "." | ",";
                            /** @enum {string} */
                            dates: "ymd" | "dmy" | "mdy";
                            time_zone: string;
                        };
                        on: string[] | null;
                        rows: number | null;
                        /** Format: int64 */
                        done: number;
                        /** Format: int64 */
                        created: number;
                        /** Format: int64 */
                        updated: number;
                        /** Format: int64 */
                        unchanged: number;
                        /** Format: int64 */
                        failed: number;
                        error: string | null;
                        created_at: components["schemas"]["datetime"];
                        started_at: components["schemas"]["datetime"] | null;
                        finished_at: components["schemas"]["datetime"] | null;
                        choices: {
                            sheets: string[];
                            on: string[][];
                        };
                        columns: {
                            header: string;
                            field?: string | null;
                            by?: string;
                            /** @enum {string} */
                            refused?: "unknown" | "may-not-write" | "read-only" | "repeated";
                        }[];
                        constants: {
                            field: string;
                            by?: string;
                            value: string;
                        }[];
                        fields: {
                            name: string;
                            type: string;
                            model?: string;
                            relation?: string;
                            required: boolean;
                            values?: string[];
                            by?: components["schemas"]["string"][];
                        }[];
                        samples: (string | null)[][];
                        problems: {
                            field: string;
                            code: string;
                            message: string;
                            params?: {
                                [key: string]: components["schemas"]["json"];
                            };
                        }[];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    listImportProblems: {
        parameters: {
            query?: {
                /** @description Offset of the first row. */
                _start?: number;
                /** @description Offset after the last row. */
                _end?: number;
            };
            header?: never;
            path: {
                id: components["schemas"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rows of the last check or run. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: int64 */
                        row: number;
                        cells: (string | null)[];
                        problems: {
                            column: number | null;
                            field: string;
                            code: string;
                            message: string;
                            params?: {
                                [key: string]: components["schemas"]["json"];
                            };
                        }[];
                    }[];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    failedImportRows: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv; charset=utf-8": unknown;
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    sessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description My sessions. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: components["schemas"]["id"];
                        /** @description How the user signed in: `password`, for example. */
                        way: string;
                        address: string;
                        /** @description The name that the program gives itself. */
                        agent: string;
                        created_at: components["schemas"]["datetime"];
                        /** @description The time of its last use, to the minute. */
                        used_at: components["schemas"]["datetime"];
                        expires_at: components["schemas"]["datetime"];
                        /** @description Whether this request belongs to the session. */
                        current: boolean;
                    }[];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions have ended, now or earlier. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions have ended, now or earlier. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    userSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Their sessions. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: components["schemas"]["id"];
                        /** @description How the user signed in: `password`, for example. */
                        way: string;
                        address: string;
                        /** @description The name that the program gives itself. */
                        agent: string;
                        created_at: components["schemas"]["datetime"];
                        /** @description The time of its last use, to the minute. */
                        used_at: components["schemas"]["datetime"];
                        expires_at: components["schemas"]["datetime"];
                        /** @description Whether this request belongs to the session. */
                        current: boolean;
                    }[];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    endUserSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions have ended, now or earlier. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
}
