-- Numbers as people type them: several phones in one field however they are parted, digits of any script kept as 0 to 9.

-- The last nine digits of each number that a field holds, as shared/telephone.ts parts them.
create or replace function cles_de_telephone(tel text) returns text[]
language plpgsql immutable parallel safe as $$
declare
  part text;
  entier text;
  chiffres text;
  suite text;
  premier text[];
  numeros text[] := '{}';
begin
  foreach part in array regexp_split_to_array(coalesce(tel, ''),
    '\s*(?:[/,;&\n\r]|et|ou)\s*|\s+-\s+|(?<![(\[])\s*(?=\+)|\s*(?=[(\[])|(?<=[)\]])\s*', 'i') || null::text
  loop
    -- A number that is not whole yet goes on with the next part (« 021/23 45 67 »).
    chiffres := regexp_replace(entier, '[^0-9]', '', 'g');
    if part is not null and chiffres <> ''
      and length(chiffres) < (case when entier ~ '^\D*\+' then 11 when entier ~ '^\D*00' then 13
        when entier ~ '^\D*0' then 9 else 8 end)
      and length(chiffres || regexp_replace(part, '[^0-9]', '', 'g')) <= (case when entier ~ '^\D*\+' then 13
        when entier ~ '^\D*00' then 15 else 10 end)
    then
      entier := entier || '/' || part;
      continue;
    end if;
    loop
      suite := case when entier ~ '^\D*(\+|00)' then '^((?:\D*\d){11,13})[\s.-]+(?=0(?:\D*\d){8})'
        else '^((?:\D*\d){9,10})[\s.-]+(?=0(?:\D*\d){8})' end;
      premier := regexp_match(entier, suite);
      exit when premier is null;
      numeros := numeros || premier[1];
      entier := regexp_replace(entier, suite, '');
    end loop;
    numeros := numeros || entier;
    entier := part;
  end loop;
  return array(
    select right(c, 9)
    from (
      select c, rang, row_number() over (order by rang) as n, bool_or(length(c) >= 8) over () as entiers
      from (
        select regexp_replace(numero, '[^0-9]', '', 'g') as c, rang
        from unnest(numeros) with ordinality as t (numero, rang)) lus
      where c <> '') comptes
    where length(c) >= 8 or (n = 1 and not entiers)
    order by rang);
end $$;

-- Unicode keeps the ten digits of a script side by side: these are their zeros.
create function pg_temp.en_chiffres(texte text) returns text language sql immutable strict as $$
  select translate(texte, string_agg(chr(zero + n), '' order by zero, n), string_agg(n::text, '' order by zero, n))
  from unnest(array[1632,1776,1984,2406,2534,2662,2790,2918,3046,3174,3302,3430,3558,3664,3792,3872,4160,4240,6112,6160,
    6470,6608,6784,6800,6992,7088,7232,7248,42528,43216,43264,43472,43504,43600,44016,65296,66720,68912,68928,69734,
    69872,69942,70096,70384,70736,70864,71248,71360,71376,71386,71472,71904,72016,72688,72784,73040,73120,73184,73552,
    90416,92768,92864,93008,93552,118000,120782,120792,120802,120812,120822,123200,123632,124144,124401,125264,130032])
    as zero, generate_series(0, 9) as n
$$;

do $$
declare
  champ record;
begin
  for champ in
    select * from (values
      ('clients', 'tel'), ('clients', 'tel2'), ('clients', 'nin'), ('clients', 'piece_numero'), ('clients', 'rc'),
      ('clients', 'nif'), ('options', 'tel'), ('paiements', 'reference'), ('remboursements', 'reference'),
      ('bons', 'reference'), ('residences', 'permis_numero'), ('residences', 'terrain_acte'),
      ('blocs', 'garantie_numero'), ('blocs', 'garantie_police')) t (la_table, colonne)
  loop
    execute format('update %1$I set %2$I = pg_temp.en_chiffres(%2$I)
      where %2$I ~ ''[^\x01-\x7F]'' and %2$I <> pg_temp.en_chiffres(%2$I)', champ.la_table, champ.colonne);
  end loop;
end $$;
-- Not where another account has the number already.
update comptes_bancaires c set numero = pg_temp.en_chiffres(numero)
where numero ~ '[^\x01-\x7F]' and numero <> pg_temp.en_chiffres(numero)
  and not exists (
    select from comptes_bancaires d
    where d.id <> c.id and translate(normaliser(pg_temp.en_chiffres(d.numero)), ' -./', '')
      = translate(normaliser(pg_temp.en_chiffres(c.numero)), ' -./', ''));
drop function pg_temp.en_chiffres(text);

drop index clients_tel, clients_tel2;
alter table clients drop column tel_cles, drop column tel2_cle;
alter table clients
  add column tel_cles text[] not null generated always as (cles_de_telephone(tel) || cles_de_telephone(tel2)) stored,
  -- By what it begins with a second phone is looked up.
  add column tel2_cle text generated always as ((cles_de_telephone(tel2))[1]) stored;
create index clients_tel on clients using gin (tel_cles);
create index clients_tel2 on clients (tel2_cle);
